import { type Database, execute, inTransaction, maybeRow, oneRow, type Queryable } from '../../shared/database.ts';
import { type KeyRing, MasterKeyMissing } from '../keys/key-ring.ts';
import { MAIL_CODE_GUESSES_MAX, MAIL_CODE_PAUSE_S, MAILS_AN_HOUR_MAX, MAILS_SWEPT_ROWS } from '../limits.ts';
import {
  GUESS,
  KEEP_CODE,
  LAST_CODE,
  MAILS_SINCE,
  NOTE_MAIL,
  ONE_AT_A_TIME,
  SWEEP_CODES,
  SWEEP_MAILS,
  TAKE_CODE_BACK,
  USE_CODE,
} from './sql.ts';

// Codes and tokens that were mailed (docs/behaviour.md#accounts-by-mail): the newest of each e-mail is good, once, on every process.

/** `proof`: a code that proves an e-mail; `reset`: the token of a link by which a password is made. */
export type MailPurpose = 'proof' | 'reset';

type Asked = { readonly purpose: MailPurpose; readonly email: string };
type Given = Asked & { readonly code: string };

/** Why none is sent: another one went out a moment ago, or too many within an hour. Whole seconds until the next one may. */
type MailPause = { readonly rule: 'pause' | 'hour'; readonly seconds: number };
/** What was kept, for who takes it back. */
export type KeptCode = Asked & { readonly hash: Buffer; readonly sentS: number };

const HOUR_S = 3_600;
const UNLIMITED = 2 ** 31 - 1;
const lower = (email: string): string => email.toLowerCase();

/** Keeps a code as the one that is good from now on, and counts its mail; or answers why none may be sent now. */
export const keepCode = (
  db: Database,
  ring: KeyRing,
  { purpose, email, code, nowS, goodS }: Given & { readonly nowS: number; readonly goodS: number },
): Promise<KeptCode | MailPause> =>
  inTransaction(db, async (client) => {
    const to = lower(email);
    await execute(client, { text: ONE_AT_A_TIME, values: [to] });
    const sent = purpose === 'proof' ? await lastSentS(client, to) : undefined;
    if (sent !== undefined && nowS - sent < MAIL_CODE_PAUSE_S)
      return { rule: 'pause', seconds: MAIL_CODE_PAUSE_S - Math.max(0, nowS - sent) };
    const since = { text: MAILS_SINCE, values: [to, nowS - HOUR_S] };
    const { mails, oldest } = await oneRow<{ mails: number; oldest: number | null }>(client, since);
    if (mails >= MAILS_AN_HOUR_MAX) return { rule: 'hour', seconds: (oldest ?? nowS) + HOUR_S - nowS };
    const hash = hashOf(ring, ring.newest, { purpose, email: to, code });
    await execute(client, { text: KEEP_CODE, values: [purpose, to, ring.newest, hash, nowS, nowS + goodS] });
    await execute(client, { text: NOTE_MAIL, values: [to, nowS] });
    return { purpose, email: to, hash, sentS: nowS };
  });

/** Its mail did not go out: it is as if it had never been asked for. */
export const takeCodeBack = (db: Queryable, { purpose, email, hash, sentS }: KeptCode): Promise<number> =>
  execute(db, { text: TAKE_CODE_BACK, values: [purpose, email, hash, sentS] });

/**
 * Compares what somebody gives with what was mailed; each try counts, whatever comes of it, so it belongs into no transaction that may be undone. Answers
 * what `useCode` takes; undefined where it is wrong, over, used or guessed at too often.
 */
export async function guessCode(
  db: Queryable,
  ring: KeyRing,
  { purpose, email, code }: Given,
  nowS: number,
): Promise<Omit<KeptCode, 'sentS'> | undefined> {
  const to = lower(email);
  // A token has 128 bits: who guesses at somebody's only must not make it void.
  const most = purpose === 'reset' ? UNLIMITED : MAIL_CODE_GUESSES_MAX;
  const kept = await maybeRow<{ masterKey: string; codeHash: Buffer }>(db, {
    text: GUESS,
    values: [purpose, to, nowS, most],
  });
  if (kept === undefined) return undefined;
  try {
    const hash = hashOf(ring, kept.masterKey, { purpose, email: to, code });
    return hash.equals(kept.codeHash) ? { purpose, email: to, hash } : undefined;
  } catch (error) {
    if (error instanceof MasterKeyMissing) return undefined;
    throw error;
  }
}

/** Once, in the transaction of what it proves; false where somebody else was first, or a newer one has come. */
export const useCode = async (
  client: Queryable,
  { purpose, email, hash }: Omit<KeptCode, 'sentS'>,
  nowS: number,
): Promise<boolean> => (await maybeRow(client, { text: USE_CODE, values: [purpose, email, hash, nowS] })) !== undefined;

/** Takes away what is over. */
export async function sweepMailCodes(db: Queryable, nowS: number): Promise<void> {
  for (const [text, before] of [
    [SWEEP_CODES, nowS],
    [SWEEP_MAILS, nowS - HOUR_S],
  ] as const)
    for (;;) if ((await execute(db, { text, values: [before, MAILS_SWEPT_ROWS] })) < MAILS_SWEPT_ROWS) break;
}

async function lastSentS(db: Queryable, email: string): Promise<number | undefined> {
  const found = await maybeRow<{ sent: number }>(db, {
    text: LAST_CODE,
    values: [email],
  });
  return found?.sent;
}

const hashOf = (ring: KeyRing, masterKey: string, { purpose, email, code }: Given): Buffer =>
  ring.contentHash(masterKey, JSON.stringify(['mail', purpose, email, code]));
