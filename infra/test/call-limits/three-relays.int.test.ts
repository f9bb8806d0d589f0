import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { z } from 'zod';
import { CALL_PRICE, CrashWorld, type Spender } from '../crash/world.ts';
import { Installation } from '../testing/installation.ts';
import { type Call, Load } from '../testing/load.ts';
import { numberIn } from '../testing/number-in.ts';
import { buildProduct, type Product } from '../testing/product.ts';

/** How many minutes are measured; five with LIMITED_MINUTES=5. */
const MINUTES = numberIn('LIMITED_MINUTES') ?? 1;
const MINUTE_MS = 60_000;
const ALLOWED = 600;
const OFFERED = 2_000;
/** Of what is allowed in a minute at least so much is served. */
const SERVED_MIN = 570;

/** What each call uses, and the maximum that it states. */
const USED = { prompt: 10, completion: 10 };
const STATED = 30;
const BY_TOKENS = 'limited-model';

const START_MS = 180_000;

let installation: Installation;
let relays: readonly Product[];
let world: CrashWorld;

beforeAll(async () => {
  buildProduct();
  installation = await Installation.open();
  const whole = await installation.start(['all']);
  relays = [whole, await installation.start(['relay']), await installation.start(['relay'])];
  world = await CrashWorld.open(whole);
  await world.modelByTokens(BY_TOKENS, { ratio: 1, completionRatio: 1 });
  world.upstream.pace = { ...world.upstream.pace, delayMaxMs: 0, gapMaxMs: 0, usageOf: () => USED };
}, START_MS);

afterAll(async () => {
  world.upstream.close();
  await installation.close();
}, START_MS);

async function limited(limits: object): Promise<Spender> {
  const spender = await world.spender(MINUTES * OFFERED * CALL_PRICE);
  const root = await world.root();
  const { items } = await root.get(
    `/api/user/search?keyword=${spender.username}&p=1&page_size=10`,
    z.object({ items: z.array(z.object({ id: z.number(), username: z.string() })) }),
  );
  const user = items.find(({ username }) => username === spender.username);
  await root.put('/api/user/', z.unknown(), { id: user?.id, limits });
  return spender;
}

/** Calls served in each minute from the first on; OFFERED a minute are offered at an even pace, to one relay or to each in turn. */
async function servedByMinute(
  { key }: Spender,
  asked: { readonly relays: readonly Product[]; readonly model: string; readonly fields?: object },
): Promise<readonly number[]> {
  const loads = asked.relays.map((relay) => new Load(relay.url, asked.model));
  const calls: Promise<readonly [minute: number, call: Call]>[] = [];
  const begunAt = performance.now();
  for (let index = 0; index < MINUTES * OFFERED; index += 1) {
    const dueMs = (index * MINUTE_MS) / OFFERED - (performance.now() - begunAt);
    if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs));
    const minute = Math.min(MINUTES - 1, Math.floor((performance.now() - begunAt) / MINUTE_MS));
    const one = loads[index % loads.length]?.one(key, false, asked.fields);
    if (one !== undefined) calls.push(one.then((call) => [minute, call] as const));
  }
  const ended = await Promise.all(calls);
  await Promise.all(loads.map((load) => load.end()));
  const odd = ended.filter(([, { status }]) => status !== 200 && status !== 429);
  expect(odd.map(([minute, { status, failure }]) => [minute, status, failure])).toEqual([]);
  return Array.from(
    { length: MINUTES },
    (_, minute) => ended.filter(([at, { status }]) => at === minute && status === 200).length,
  );
}

it(
  `three relays serve ${SERVED_MIN} to ${ALLOWED} of ${OFFERED} calls a minute where ${ALLOWED} are allowed, by requests and tokens, to all or to one`,
  async () => {
    const used = USED.prompt + USED.completion;
    const byRequests = { rpm: ALLOWED };
    const byTokens = { tpm: ALLOWED * used };
    const spenders = [];
    for (const limits of [byRequests, byRequests, byTokens, byTokens]) spenders.push(await limited(limits));
    const [evenly, one, tokensEvenly, tokensOfOne] = spenders as [Spender, Spender, Spender, Spender];
    const stated = { model: BY_TOKENS, fields: { max_tokens: STATED } };
    const served = await Promise.all([
      servedByMinute(evenly, { relays, model: world.model }),
      servedByMinute(one, { relays: relays.slice(1, 2), model: world.model }),
      servedByMinute(tokensEvenly, { relays, ...stated }),
      servedByMinute(tokensOfOne, { relays: relays.slice(2), ...stated }),
    ]);
    console.info(`served a minute: ${JSON.stringify(served)}`);
    for (const each of served.flat()) {
      expect(each).toBeGreaterThanOrEqual(SERVED_MIN);
      expect(each).toBeLessThanOrEqual(ALLOWED);
    }
  },
  MINUTES * MINUTE_MS + START_MS,
);
