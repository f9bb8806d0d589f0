import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** How long what the widget signed is good, and how far ahead Telegram's clock may be. */
const GOOD_SECONDS = 600;
const AHEAD_SECONDS = 120;
const WHOLE = /^[1-9]\d{0,18}$/;
const HASH = /^[0-9a-f]{64}$/i;

/**
 * Who signed in at the widget, by what it handed on: `k=v` of all but the hash, sorted, joined by line breaks, under the SHA-256 of the bot's token
 * (Telegram, "Login Widget: Checking authorization"). Answers his id; undefined where it was not signed by this bot, or too long ago.
 */
export function telegramIdIn(
  handed: Readonly<Record<string, string>>,
  botToken: string,
  nowSeconds: number,
): string | undefined {
  const { hash = '', id = '', auth_date: at = '' } = handed;
  if (botToken === '' || !HASH.test(hash) || !WHOLE.test(id) || !WHOLE.test(at)) return undefined;
  const age = nowSeconds - Number(at);
  if (age >= GOOD_SECONDS || age < -AHEAD_SECONDS) return undefined;
  const signed = Object.keys(handed)
    .filter((name) => name !== 'hash')
    .sort()
    .map((name) => `${name}=${handed[name] ?? ''}`)
    .join('\n');
  const key = createHash('sha256').update(botToken).digest();
  const due = createHmac('sha256', key).update(signed).digest();
  return timingSafeEqual(due, Buffer.from(hash, 'hex')) ? id : undefined;
}
