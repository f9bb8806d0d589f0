import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import OpenAI from 'openai';
import { z } from 'zod';
import { ConsoleClient } from '../console-client/console-client.ts';
import { makeChannel, makeToken } from '../console-client/set-up.ts';
import type { LocalUpstream } from './upstream.ts';

const CHEAP_MODEL = 'gpt-4o-mini';
const GOOD_MODEL = 'gpt-4o';
const CODE_QUOTA = 5_000_000;
const CHANNEL_OUT_OF_ORDER = 'Out of order, asked first';
const VISIBLE_WITHIN_MS = 10_000;
const POLL_MS = 100;

export const DEMO_ROOT = { username: 'root', password: '123456' };
export const DEMO_PEOPLE = [
  { username: 'alice', password: 'alice-demo' },
  { username: 'bob', password: 'bob-demo-1' },
] as const;

export type Person = {
  readonly username: string;
  readonly console: ConsoleClient;
  readonly key: string;
  readonly calls: number;
};

type Say = (line: string) => void;

const nothing = z.unknown();

/** Channels, people with tokens and redeemed codes, and calls through the relay with the `openai` package. Answers the people. */
export async function doMainJob(url: string, upstream: LocalUpstream, say: Say): Promise<readonly Person[]> {
  const root = await ConsoleClient.signedIn(url, DEMO_ROOT.username, DEMO_ROOT.password);
  await makeChannels(root, upstream);
  say(`Channels: one that works, and one of a higher priority that is out of order, so that ${GOOD_MODEL} is retried.`);

  const codes = await root.post('/api/redemption/', z.array(z.string()), {
    name: 'welcome',
    quota: CODE_QUOTA,
    count: DEMO_PEOPLE.length,
  });
  say(`Redemption codes: ${codes.length} of ${usd(CODE_QUOTA)} each.`);

  const people: Person[] = [];
  for (const [index, { username, password }] of DEMO_PEOPLE.entries()) {
    const person = await makePerson(url, root, { username, password, code: codes[index] ?? '' });
    people.push({ ...person, calls: await callModels(url, person, say) });
  }
  return people;
}

async function makeChannels(root: ConsoleClient, upstream: LocalUpstream): Promise<void> {
  await root.put('/api/option/', nothing, { key: 'RetryTimes', value: '1' });
  await makeChannel(root, {
    name: 'Local provider',
    baseUrl: upstream.url,
    models: `${CHEAP_MODEL},${GOOD_MODEL}`,
  });
  await makeChannel(root, {
    name: CHANNEL_OUT_OF_ORDER,
    baseUrl: upstream.failingUrl,
    models: GOOD_MODEL,
    priority: 10,
  });
}

async function makePerson(
  url: string,
  root: ConsoleClient,
  { username, password, code }: { username: string; password: string; code: string },
): Promise<Omit<Person, 'calls'>> {
  await root.post('/api/user/', nothing, { username, display_name: username, password });
  const console = await ConsoleClient.signedIn(url, username, password);
  await console.post('/api/user/topup', z.number(), { key: code });
  return { username, console, key: `sk-${await makeToken(console, 'demo')}` };
}

/** Answers the number of calls made. */
async function callModels(url: string, { username, key }: Omit<Person, 'calls'>, say: Say): Promise<number> {
  const openai = new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 });
  const ask = (content: string) => [{ role: 'user' as const, content }];

  const whole = await openai.chat.completions.create({ model: CHEAP_MODEL, messages: ask('What is a ledger?') });
  say(`${username} asked ${CHEAP_MODEL} and got ${whole.usage?.total_tokens ?? 0} tokens.`);

  const stream = await openai.chat.completions.create({
    model: GOOD_MODEL,
    messages: ask('Why do books balance?'),
    max_tokens: 200,
    stream: true,
    stream_options: { include_usage: true },
  });
  let chunks = 0;
  for await (const _chunk of stream) chunks += 1;
  say(`${username} streamed ${chunks} chunks from ${GOOD_MODEL}, after a retry on the second channel.`);

  await openai.chat.completions.create({ model: GOOD_MODEL, messages: ask('And what is a trial balance?') });
  const refused = await openai.chat.completions
    .create({ model: 'no-such-model', messages: ask('Anybody there?') })
    .catch((error: unknown) => error);
  say(
    `${username} asked for an unknown model and got ${refused instanceof OpenAI.APIError ? `HTTP ${refused.status}` : String(refused)}, uncharged.`,
  );
  return 3;
}

/** Waits until every call stands in the logs. */
export async function untilVisible(people: readonly Person[]): Promise<void> {
  const page = z.object({ total: z.number() });
  const deadline = performance.now() + VISIBLE_WITHIN_MS;
  for (const { username, console, calls } of people) {
    while ((await console.get(`/api/log/self/?p=1&page_size=10&type=${LOG_TYPE.consumption}`, page)).total < calls) {
      if (performance.now() > deadline)
        throw new Error(`not all calls of ${username} are in the log ${VISIBLE_WITHIN_MS / 1_000} s later`);
      await new Promise((resolve) => {
        setTimeout(resolve, POLL_MS);
      });
    }
  }
}

export const usd = (quota: number): string => `$${(quota / 500_000).toFixed(6)}`;
