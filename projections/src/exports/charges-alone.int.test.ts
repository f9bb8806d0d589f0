import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { reckon, waivedPrice } from '@ledgate/domain/pricing/reckon';
import type { PriceBook } from '@ledgate/domain/pricebook/events';
import type { RequestId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import type { PartedUsage } from '@ledgate/domain/tariff/usage-parts';
import type { Charge } from '@ledgate/domain/till/charge';
import { LedgerWriter } from '../testing/ledger-writer.ts';
import { type RunnerWorld, runnerWorld } from '../testing/runner-world.ts';
import { storeFeed } from '../testing/store-feed.ts';
import { TillWriter } from '../testing/till-writer.ts';
import type { ExportSource } from './layout.ts';
import { exportedBytes, exportedRows, orderOf } from './testing/exported.ts';

jest.setTimeout(30 * 60_000);
const CHARGES = Number(process.env['ALONE_CHARGES'] ?? 1_000);
const PROGRAM = `${import.meta.dirname}/testing/charges-alone.mjs`;
const START_MS = Date.UTC(2026, 2, 1);
const USERS = [2, 3, 4] as UserId[];
const MODELS = ['gpt-4o-mini', 'gpt-4o-audio-preview', 'dall-e-3', 'glm-4-flash', 'parted', 'tiered', 'served'];

const defaults = defaultPriceBook();
const book: PriceBook = {
  ...defaults,
  version: 1,
  builtIn: { rules: 2, catalogue: '' },
  groupRatio: { ...defaults.groupRatio, night: '0.7' },
  prices: {
    parted: {
      input: '1.25',
      output: '10',
      cachedRead: '0.125',
      cachedWrite: '1.5',
      cachedWrite1h: '2.3',
      audioInput: '40',
      imageInput: '1.7',
      imageOutput: '33',
      search: '0.01',
      page: '0.0033',
      second: '0.0001',
    },
    tiered: { input: '0.3', output: '1.2' },
    served: { input: '3', output: '15', cachedRead: '0.3' },
  },
  tiers: { tiered: [{ above: 1_000, prices: { input: '0.6', output: '2.4' } }] },
  services: { served: { flex: { ratio: '0.5' }, priority: { prices: { input: '7', output: '30' } } } },
  rules: [
    { id: 'own', users: [3], groups: [], models: ['parted'], prices: { input: '0.77', output: '7.7' } },
    { id: 'less', users: [4], groups: [], models: [], ratio: '0.93' },
  ],
};

/** Mulberry32: numbers from 0 (inclusive) to 1 by a seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Told = {
  readonly charges: number;
  readonly amount: number;
  readonly wrong: readonly number[];
  readonly seen: Readonly<Record<string, number>>;
};

describe(`${CHARGES} charges, computed anew by a program that has nothing but their events`, () => {
  let world: RunnerWorld;
  let source: ExportSource;
  let folder: string;
  let text: string;

  beforeAll(async () => {
    const random = randomOf(7);
    const upTo = (most: number): number => Math.floor(random() * most);
    const oneOf = <Value>(values: readonly Value[]): Value => values[upTo(values.length)] as Value;
    let nowMs = START_MS;
    const store = new MemoryEventStore(() => nowMs);
    const writer = new LedgerWriter(store);
    const till = new TillWriter(writer, 'till-1');
    await till.open(nowMs);
    for (const user of USERS) {
      await writer.append(accountStream(user), nowMs, { type: 'AccountOpened', data: { userId: user } });
      await till.lease(user, 2 ** 48, nowMs);
    }
    const usageOf = (): PartedUsage => {
      const [prompt, completion] = [upTo(3_000), upTo(900)];
      const part = (of: number): number => (random() < 0.4 ? upTo(of / 8) : 0);
      const parts = {
        cachedRead: part(prompt),
        cachedWrite: part(prompt),
        cachedWrite1h: part(prompt),
        audioInput: part(prompt),
        imageInput: part(prompt),
        reasoning: part(completion),
        audioOutput: part(completion),
        imageOutput: part(completion),
      };
      const measured = random() < 0.2 ? { searches: upTo(4), pages: upTo(9), milliseconds: upTo(90_000) } : undefined;
      return { prompt, completion, parts, ...(measured === undefined ? {} : { measured }) };
    };
    const chargedAs = (user: UserId, model: string, usage: PartedUsage) => {
      const serviceTier = model === 'served' ? oneOf([undefined, 'flex', 'priority']) : undefined;
      return reckon({ book, model, group: oneOf(['default', 'night']), userId: user, serviceTier, usage });
    };
    const append = (user: UserId, type: string, data: object) =>
      writer.append(accountStream(user), nowMs, { type, data } as unknown as LedgerEvent);
    for (let index = 0; index < CHARGES; index += 1) {
      nowMs += 1_000;
      const [user, model] = [oneOf(USERS), oneOf(MODELS)];
      const charge = (usage: PartedUsage, source: Charge['usage']['source']) => {
        const { amount, price } = chargedAs(user, model, usage);
        const isWaived = random() < 0.03;
        return till.chargeOf(user, {
          requestId: `r${index}` as RequestId,
          modelBilled: model,
          usage: { ...usage, source },
          price: isWaived ? waivedPrice(price) : price,
          amount: isWaived ? quota(0) : amount,
        });
      };
      const way = random();
      const first = charge(usageOf(), way > 0.8 ? 'interrupted' : 'provider');
      if (way < 0.1) await append(user, 'LateConsumptionRecorded', { source: `late-${index}`, charge: first });
      else await till.record(first, nowMs);
      if (way > 0.95) {
        const corrected = charge(usageOf(), 'provider');
        const delta = corrected.amount - first.amount;
        await append(user, 'ConsumptionCorrected', { source: `r${index}`, charge: corrected, delta });
      } else if (way > 0.9) {
        const { usage, price, amount: after } = charge(usageOf(), 'provider');
        const change = { requestId: `r${index}`, tokenId: first.tokenId, usage, price, n: index, billId: null };
        const settled = { ...change, before: first.amount, after, source: `settle-${index}` };
        await append(user, 'SuspenseSettled', settled);
      } else if (way > 0.85) {
        const { amount: after, price } = chargedAs(user, 'tiered', first.usage);
        const change = { requestId: `r${index}`, tokenId: first.tokenId, rerateId: 'x', price, n: index };
        const delta = after - first.amount;
        const rerated = { ...change, delta, before: first.amount, after, suspended: true, source: 'rerate-x' };
        await append(user, 'ConsumptionRerated', rerated);
      }
    }
    world = await runnerWorld(1, store as never);
    await world.caughtUp(world.start(storeFeed(store, { batchEvents: 1_000 })));
    source = { db: world.pool, store };
    folder = mkdtempSync(join(tmpdir(), 'charges-alone-'));
    const order = orderOf({ layout: 'events', position: await store.head() });
    text = (await exportedBytes(source, order)).toString('utf8');
  });
  afterAll(async () => {
    await world.close();
    rmSync(folder, { recursive: true });
  });

  function computedAnew(events: string): Told {
    const path = join(folder, 'events.jsonl');
    writeFileSync(path, events);
    return JSON.parse(execFileSync(process.execPath, [PROGRAM, path], { encoding: 'utf8' })) as Told;
  }

  it('come to what was charged, by whatever method, tier, service and rule, late, corrected, settled and re-rated', async () => {
    const told = computedAnew(text);
    expect(told.wrong).toEqual([]);
    expect(told.charges).toBeGreaterThanOrEqual(CHARGES);
    const kinds = ['tokens', 'call', 'parts', 'tier', 'serviceTier', 'ruleId', 'waived', 'LateConsumptionRecorded'];
    for (const kind of [...kinds, 'ConsumptionCorrected', 'SuspenseSettled', 'ConsumptionRerated'])
      expect([kind, (told.seen[kind] ?? 0) > 0]).toEqual([kind, true]);
    const rows = await exportedRows(source, orderOf({ layout: 'charges', position: await source.store.head() }));
    expect(rows.reduce((sum, { units }) => sum + Number(units), 0)).toBe(told.amount);
  });

  it('are found where one of them says another amount, usage or factor', () => {
    const lines = text.split('\n');
    const changed = (find: RegExp, replace: (found: string, number: string) => string): Told => {
      const isCharged = (line: string): boolean =>
        line.includes('"ConsumptionRecorded"') && !line.includes('"exact":"0"');
      const at = lines.findIndex((line) => isCharged(line) && find.test(line));
      return computedAnew(lines.map((line, index) => (index === at ? line.replace(find, replace) : line)).join('\n'));
    };
    const more = (found: string, number: string): string =>
      found.slice(0, found.lastIndexOf(number)) + `${number}1` + found.slice(found.lastIndexOf(number) + number.length);
    const usage = /"method":"tokens".*"prompt":([1-9]\d*)/u;
    for (const find of [/"amount":([1-9]\d*)/u, /"completionRatio":"(\d+)"/u, /"quantity":([1-9]\d*)/u, usage])
      expect(changed(find, more).wrong.length).toBeGreaterThan(0);
  });
});
