import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import { decode, type Recorded } from '@ledgate/domain/events/codec';
import { type Position, START } from '@ledgate/domain/ports/event-store';
import { postings } from '@ledgate/domain/postings/postings';
import type { TokenId, UserId } from '@ledgate/domain/shared/ids';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import fc from 'fast-check';
import { READ_MODELS } from '../schema/shape.ts';
import { LedgerWriter } from '../testing/ledger-writer.ts';
import { PartitionedFeed } from '../testing/partitioned-feed.ts';
import { plansOf } from '../testing/plans-of.ts';
import { runnerWorld, type RunnerWorld } from '../testing/runner-world.ts';
import { beginning, BORDER_S, ledgerOf, USERS, write } from '../testing/skewed-ledger.ts';
import { balanceAt, cutAt, type Instant } from './balance-at.ts';

jest.setTimeout(240_000);
const EVENTS_MAX = 10_000;
const TOKENS = [5, 6] as TokenId[];
const BEHIND_HEAD = Number.MAX_SAFE_INTEGER;

const eventsOf = async ({ store }: Pick<RunnerWorld, 'store'>): Promise<readonly Recorded[]> =>
  (await store.readAll(START, EVENTS_MAX)).map((event) => decode(event));

/** What is charged, and given back: by types alone, unlike the read models. */
const USES = new Set([
  'ConsumptionRecorded',
  'LateConsumptionRecorded',
  'ConsumptionCorrected',
  'SuspenseSettled',
  'ConsumptionRerated',
  'ConsumptionRefunded',
]);

/** Folds the journal alone. */
function folded(events: readonly Recorded[], accountId: UserId, position: number) {
  const before = events.filter((event) => event.position <= position);
  const sum = (account: string, of: (event: Recorded) => boolean): number =>
    before
      .filter(of)
      .flatMap((event) => postings(event))
      .filter((posting) => posting.account === account)
      .reduce((total, { amount }) => total + amount, 0);
  const wallet = `user:${accountId}:wallet`;
  const balance = sum(wallet, () => true);
  const used = 0 - sum(wallet, ({ event }) => USES.has(event.type));
  return {
    index: before.length - 1,
    balance,
    used,
    credits: balance + used,
    earnings: sum(`user:${accountId}:earnings`, () => true),
  };
}

/** By charges and limits alone. */
function foldedToken(events: readonly Recorded[], accountId: UserId, tokenId: TokenId, position: number) {
  const before = events.filter((event) => event.position <= position);
  let used = 0;
  let limit: number | null = null;
  for (const { event, stream } of before) {
    if (event.type === 'TokenLimitSet' && event.data.tokenId === tokenId) limit = event.data.limit;
    if (event.type === 'ConsumptionRecorded' && event.data.accountId === accountId && event.data.tokenId === tokenId)
      used += event.data.amount;
    if (stream !== accountStream(accountId)) continue;
    if (event.type === 'LateConsumptionRecorded' && event.data.charge.tokenId === tokenId)
      used += event.data.charge.amount;
    if (event.type === 'ConsumptionCorrected' && event.data.charge.tokenId === tokenId) used += event.data.delta;
  }
  return { limit, used, remain: limit === null ? null : limit - used };
}

/** The first position, in position order, of an event that is one. */
const first = (events: readonly Recorded[], is: (event: Recorded) => boolean): number =>
  events.find((event) => is(event))?.position ?? BEHIND_HEAD;

/** Where an instant cuts the ledger, by the words of the rule. */
function lastAt(events: readonly Recorded[], instant: Instant): number {
  if (instant.basis === 'head') return BEHIND_HEAD;
  if (instant.basis === 'position') return instant.position;
  if (instant.basis === 'recorded') return first(events, ({ recordedAtMs }) => recordedAtMs > instant.atMs) - 1;
  const at = instant.atMs + 1;
  return (
    first(events, (event) => {
      const { occurredAtMs, recordedAtMs } = event;
      if (event.event.type === 'PeriodEnded') return event.event.data.end * 1_000 >= at;
      return postings(event).length > 0 && Math.min(occurredAtMs, recordedAtMs) >= at;
    }) - 1
  );
}

async function expectTrue(world: RunnerWorld, events: readonly Recorded[], instant: Instant): Promise<void> {
  const head = events.at(-1)?.position ?? 0;
  const expected = Math.min(lastAt(events, instant), head);
  const cut = await cutAt(world.pool, world.store, instant);
  expect([instant, cut.position]).toEqual([instant, expected]);
  expect(cut.isSettled).toBe(lastAt(events, instant) <= head);
  for (const accountId of USERS) {
    const { token: _, ...figures } = await balanceAt(world.pool, { accountId, position: cut.position });
    expect(figures).toEqual(folded(events, accountId, expected));
  }
}

/** Of what read models hold, the tables that balances at an instant are told from. */
const placed = (contents: readonly string[]): readonly string[] =>
  contents.filter((row) => /^(?:ledger_entries|token_limits|event_counts) /u.test(row));

/** Instants beside those of events, and far from all of them. */
const instants = fc.array(
  fc.oneof(
    fc.integer({ min: -7_300_000, max: 30_000_000 }).map((ms) => BORDER_S * 1_000 + ms),
    fc.constantFrom(0, 1, BORDER_S * 1_000, (BORDER_S + 900) * 1_000 - 1, (BORDER_S + 80 * 86_400) * 1_000),
  ),
  { minLength: 1, maxLength: 4 },
);

/** Positions that follow each other, several in a block, and each in a block of its own. */
const apart = fc.constantFrom(1, 7, 700);

describe('a balance at an instant', () => {
  it('is the fold of the journal, by events, by what was recorded and by position, whatever clocks said and however partitions came', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { minLength: 1, maxLength: 50 }),
        instants,
        apart,
        async (writes, timesMs, far) => {
          const world = await runnerWorld(3, await ledgerOf(writes, far));
          try {
            await world.caughtUp(world.start(new PartitionedFeed(world.store, { partitions: 3, batchEvents: 4 })));
            const events = await eventsOf(world);
            const picked = events.filter((_, index) => index % 5 === writes.length % 5);
            const beside = picked.flatMap(({ occurredAtMs, recordedAtMs }) => [
              occurredAtMs - 1,
              occurredAtMs,
              recordedAtMs - 1,
              recordedAtMs,
            ]);
            for (const atMs of [...timesMs, ...beside].filter((ms) => ms >= 0))
              for (const basis of ['event', 'recorded'] as const) await expectTrue(world, events, { basis, atMs });
            for (const { position } of picked) await expectTrue(world, events, { basis: 'position', position });
            await expectTrue(world, events, { basis: 'head' });
            expect(await world.findings()).toEqual([]);
            expect(placed(await world.contents())).toEqual(placed(await world.contentsOfOne()));
          } finally {
            await world.close();
          }
        },
      ),
      { numRuns: 6, endOnFailure: true },
    );
  });

  it('begins within a second where whole seconds say that it does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 5, maxLength: 30 }), async (writes) => {
        const world = await runnerWorld(1, await ledgerOf(writes));
        try {
          await world.caughtUp(world.start(new PartitionedFeed(world.store, { partitions: 1 })));
          const events = await eventsOf(world);
          for (const { atMs } of events.filter((_, index) => index % 4 === 0)) {
            const [before, behind] = [Math.floor(atMs / 1_000), Math.floor(atMs / 1_000) + 1];
            const { position } = await cutAt(world.pool, world.store, { basis: 'event', atMs });
            expect(position + 1).toBeGreaterThanOrEqual(Math.min(beginning(events, before), position + 1));
            expect(position + 1).toBeLessThanOrEqual(beginning(events, behind));
          }
        } finally {
          await world.close();
        }
      }),
      { numRuns: 3 },
    );
  });
});

describe('a token at an instant', () => {
  let world: RunnerWorld;
  const ALICE = 2 as UserId;

  beforeAll(async () => {
    const random = fc.sample(write, { numRuns: 60, seed: 16 });
    const writes = random.map((each) => ({ ...each, user: 0 }));
    world = await runnerWorld(2, await ledgerOf(writes));
    await world.caughtUp(world.start(new PartitionedFeed(world.store, { partitions: 2 })));
  });
  afterAll(() => world.close());

  it('has its limit, what it had used and what remained of it', async () => {
    const events = await eventsOf(world);
    for (const { position } of events)
      for (const tokenId of TOKENS) {
        const { token } = await balanceAt(world.pool, { accountId: ALICE, tokenId, position });
        expect([position, token]).toEqual([position, foldedToken(events, ALICE, tokenId, position)]);
      }
  });

  it('is nothing where it is of another account, and before there was any', async () => {
    const position = (await eventsOf(world)).at(-1)?.position ?? START;
    const none = { limit: null, used: 0, remain: null };
    const other = await balanceAt(world.pool, { accountId: 3 as UserId, tokenId: 987 as TokenId, position });
    expect(other.token).toEqual(none);
    const early = await balanceAt(world.pool, { accountId: ALICE, tokenId: 5 as TokenId, position: 1 as Position });
    expect(early).toEqual({ index: 0, balance: 0, credits: 0, used: 0, earnings: 0, token: none });
  });

  it('reads rows by their indexes alone', async () => {
    const plans = await plansOf(world.pool, async (db) => {
      await balanceAt(db, { accountId: ALICE, tokenId: 5 as TokenId, position: 40 as Position });
      await cutAt(db, world.store, { basis: 'recorded', atMs: BORDER_S * 1_000 });
      await cutAt(db, world.store, { basis: 'event', atMs: BORDER_S * 1_000 + 1 });
    });
    expect(plans.length).toBeGreaterThan(3);
    for (const plan of plans)
      expect(plan).not.toMatch(/Seq Scan on (ledger_entries|token_limits|event_counts|first_positions)/);
  });
});

it('is not settled while a partition is behind, and never more than all of them know', async () => {
  const store = new MemoryEventStore(() => 5_000);
  const writer = new LedgerWriter(store);
  for (const accountId of USERS)
    for (let n = 0; n < 5; n += 1)
      await writer.append(accountStream(accountId), 5_000, {
        type: 'QuotaGranted',
        data: { amount: 10, grant: 'new_user', source: `g${n}` } as never,
      });
  const world = await runnerWorld(3, store);
  try {
    const runner = world.start(new PartitionedFeed(store, { partitions: 3 }));
    await world.caughtUp(runner);
    await runner.stop();
    await world.pool.query(`update ${READ_MODELS}.checkpoints set position = 7 where partition = 1`);
    const at = (instant: Instant) => cutAt(world.pool, store, instant);
    expect(await at({ basis: 'position', position: 9 as Position })).toEqual({ position: 7, isSettled: false });
    expect(await at({ basis: 'position', position: 7 as Position })).toEqual({ position: 7, isSettled: true });
    expect(await at({ basis: 'event', atMs: 6_000 })).toEqual({ position: 7, isSettled: false });
    expect(await at({ basis: 'event', atMs: 4_999 })).toEqual({ position: 0, isSettled: true });
    expect(await at({ basis: 'head' })).toEqual({ position: 7, isSettled: false });
  } finally {
    await world.close();
  }
});

it('throws where the ledger has not what the read models tell of', async () => {
  const store = new MemoryEventStore(() => 5_000);
  await new LedgerWriter(store).append(accountStream(USERS[0] ?? (2 as UserId)), 5_000, {
    type: 'QuotaGranted',
    data: { amount: 10, grant: 'new_user', source: 'g' } as never,
  });
  const world = await runnerWorld(1, store);
  try {
    await world.caughtUp(world.start(new PartitionedFeed(store, { partitions: 1 })));
    const empty = { readAll: () => Promise.resolve([]) };
    await expect(cutAt(world.pool, empty, { basis: 'recorded', atMs: 1 })).rejects.toThrow(/the ledger has none/u);
  } finally {
    await world.close();
  }
});
