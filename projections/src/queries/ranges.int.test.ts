import { describe, expect, it, jest } from '@jest/globals';
import { decode, type Recorded } from '@ledgate/domain/events/codec';
import { START } from '@ledgate/domain/ports/event-store';
import { lineOf } from '@ledgate/domain/postings/chart';
import { postings } from '@ledgate/domain/postings/postings';
import type { UserId } from '@ledgate/domain/shared/ids';
import fc from 'fast-check';
import { consumptionOf, countedOf } from '../ledger/charge-of.ts';
import { PartitionedFeed } from '../testing/partitioned-feed.ts';
import { runnerWorld, type RunnerWorld } from '../testing/runner-world.ts';
import { beginning, BORDER_S, ledgerOf, USERS, within, write } from '../testing/skewed-ledger.ts';
import { loggedEventOf } from '../logs/logged-event.ts';
import { usageBuckets, usageTotals } from './data.ts';
import { shownRange } from './log-range.ts';
import { countedTotals } from './log-totals.ts';
import { logPage, logStat } from './logs.ts';
import { positionRangeOf } from './ranges.ts';
import { statementOf } from './statements.ts';
import { trialBalance } from './trial-balance.ts';

jest.setTimeout(240_000);
const EVENTS_MAX = 10_000;
const ENTRIES = 1_000;
const OF_ALL = { zone: 'UTC', nowMs: 4_000_000_000_000, limit: ENTRIES };

const charged = (events: readonly Recorded[], accountId: UserId | undefined) =>
  events.flatMap((recorded) => {
    const consumption = consumptionOf(recorded);
    return consumption === undefined || (accountId !== undefined && consumption.accountId !== accountId)
      ? []
      : [{ amount: consumption.amount, ...countedOf(consumption) }];
  });

const total = (values: readonly { readonly amount: number; readonly requests: number }[]) => ({
  amount: values.reduce((sum, each) => sum + each.amount, 0),
  requests: values.reduce((sum, each) => sum + each.requests, 0),
});

/** Hours and quarters about the border, seconds beside them, and times far off. */
const times = fc
  .array(
    fc.oneof(
      fc.integer({ min: -12, max: 12 }).map((quarters) => BORDER_S + quarters * 900),
      fc.integer({ min: -7_300, max: 30_000 }).map((seconds) => BORDER_S + seconds),
      fc.constantFrom(0, BORDER_S - 40 * 86_400, BORDER_S + 39 * 86_400, BORDER_S + 80 * 86_400),
    ),
    { minLength: 2, maxLength: 6 },
  )
  .map((all) => [...new Set(all)].toSorted((one, other) => one - other));

async function expectTrue(world: RunnerWorld, timesS: readonly number[]): Promise<void> {
  const events = (await world.store.readAll(START, EVENTS_MAX)).map((event) => decode(event));
  const ranges = timesS.map((fromS, index) => ({ fromS, toS: timesS[index + 1] }));
  for (const range of ranges) {
    const inRange = within(events, range.fromS, range.toS);
    const { from, before } = await positionRangeOf(world.pool, range);
    expect([from, before]).toEqual([
      beginning(events, range.fromS),
      range.toS === undefined ? Number.MAX_SAFE_INTEGER : beginning(events, range.toS),
    ]);
    for (const accountId of [undefined, ...USERS]) {
      const expected = total(charged(inRange, accountId));
      expect(total([await usageTotals(world.pool, accountId, range)])).toEqual(expected);
      const { fromS, toS } = range;
      if (toS !== undefined && fromS > 0)
        for (const stepS of [900, 3_600]) {
          const buckets = (await usageBuckets(world.pool, { accountId, fromS, toS, stepS })) ?? [];
          expect(total(buckets.map((bucket) => ({ ...bucket, requests: bucket.count })))).toEqual(expected);
          for (const { startS } of buckets.slice(0, 3)) {
            const [stepFrom, stepTo] = [Math.max(fromS, startS), Math.min(toS, startS + stepS)];
            expect(
              total(
                buckets
                  .filter((bucket) => bucket.startS === startS)
                  .map((bucket) => ({ ...bucket, requests: bucket.count })),
              ),
            ).toEqual(total(charged(within(events, stepFrom, stepTo), accountId)));
          }
        }
      await expectLog(world, events, inRange, accountId, range);
      if (accountId === undefined) continue;
      const statement = await statementOf(world.pool, { scope: { kind: 'user', id: accountId }, ...range, ...OF_ALL });
      expect(statement.sums.charges + expected.amount).toBe(0);
      expect(statement.entries.every(({ position }) => position >= from && position < before)).toBe(true);
    }
    await expectTrialBalance(world, inRange, range);
  }
  await expectAdjoining(world, events, ranges);
}

/** The time at which the display row of an event counts: the latest up to its position of an event that posts, or its own. */
function countedAt(events: readonly Recorded[], row: Recorded): number {
  const time = ({ event, occurredAtMs, recordedAtMs }: Recorded): number =>
    event.type === 'PeriodEnded' ? event.data.end * 1_000 : Math.min(occurredAtMs, recordedAtMs);
  return events.reduce(
    (latest, event) =>
      event.position <= row.position &&
      (event === row || event.event.type === 'PeriodEnded' || postings(event).length > 0)
        ? Math.max(latest, time(event))
        : latest,
    0,
  );
}

/** The list, its total and the sum are of the same rows, and with what was cleaned and not logged the sum is what was charged. */
async function expectLog(
  world: RunnerWorld,
  events: readonly Recorded[],
  inRange: readonly Recorded[],
  accountId: UserId | undefined,
  { fromS, toS }: { readonly fromS: number; readonly toS: number | undefined },
): Promise<void> {
  const cleanedMs = Math.max(0, ...events.map(({ event }) => (event.type === 'LogsCleaned' ? event.data.beforeMs : 0)));
  const isShown = (event: Recorded): boolean => countedAt(events, event) >= cleanedMs;
  const expected = events.filter((event) => {
    const logged = loggedEventOf(event);
    const atMs = countedAt(events, event);
    return (
      logged !== undefined &&
      (accountId === undefined || logged.accountId === accountId) &&
      isShown(event) &&
      atMs >= fromS * 1_000 &&
      (toS === undefined || atMs < toS * 1_000)
    );
  });
  const filter = { accountId, fromS, toS: toS === undefined ? undefined : toS - 1 };
  const page = await logPage(world.pool, { filter, limit: ENTRIES });
  expect(page.rows.map(({ position }) => position)).toEqual(expected.map(({ position }) => position).toReversed());
  const sums = {
    rows: expected.length,
    amount: expected.reduce((sum, event) => sum + (loggedEventOf(event)?.amount ?? 0), 0),
  };
  expect(page.total).toBe(sums.rows);
  expect(await countedTotals(world.pool, { accountId }, await shownRange(world.pool, filter))).toEqual(sums);

  const charges = inRange.filter((event) => charged([event], accountId).length > 0);
  const amount = (some: readonly Recorded[]): number => total(charged(some, accountId)).amount;
  const [cleaned, left] = [charges.filter((event) => !isShown(event)), charges.filter(isShown)];
  const unlogged = left.filter((event) => loggedEventOf(event) === undefined);
  const stat = await logStat(world.pool, filter, 0);
  expect(stat).toMatchObject({
    amount: sums.amount,
    charged: amount(charges),
    cleaned: amount(cleaned),
    unlogged: amount(unlogged),
    complete: amount(cleaned) === 0 && amount(unlogged) === 0,
  });
  expect(stat.amount + stat.cleaned + stat.unlogged).toBe(stat.charged);
}

async function expectTrialBalance(
  world: RunnerWorld,
  inRange: readonly Recorded[],
  range: { readonly fromS: number; readonly toS: number | undefined },
): Promise<void> {
  const moved = new Map<string, bigint>();
  for (const event of inRange)
    for (const { account, amount } of postings(event))
      moved.set(lineOf(account), (moved.get(lineOf(account)) ?? 0n) + BigInt(amount));
  const { accounts, total: sum } = await trialBalance(world.pool, range);
  expect(sum).toBe(0n);
  for (const { account, debits, credits } of accounts)
    expect([account, debits + credits]).toEqual([account, moved.get(account) ?? 0n]);
}

/** Every entry of an account is in one of the adjoining ranges, and in no other. */
async function expectAdjoining(
  world: RunnerWorld,
  events: readonly Recorded[],
  ranges: readonly { readonly fromS: number; readonly toS: number | undefined }[],
): Promise<void> {
  for (const accountId of USERS) {
    const statements = [];
    for (const range of [{ fromS: 0, toS: ranges[0]?.fromS }, ...ranges])
      if (range.toS !== 0)
        statements.push(await statementOf(world.pool, { scope: { kind: 'user', id: accountId }, ...range, ...OF_ALL }));
    const whole = await statementOf(world.pool, {
      scope: { kind: 'user', id: accountId },
      fromS: 0,
      toS: undefined,
      ...OF_ALL,
    });
    expect(statements.flatMap(({ entries }) => entries)).toEqual(whole.entries);
    for (const [index, statement] of statements.entries())
      expect(statement.opening).toBe(index === 0 ? 0 : statements[index - 1]?.closing);
    expect(statements.at(-1)?.closing).toBe(whole.closing);
    expect(whole.sums.charges + total(charged(events, accountId)).amount).toBe(0);
  }
}

describe('figures over ranges of time', () => {
  it('share nothing, miss nothing, agree with each other, the log and the rule, whatever the clocks said and in whatever order partitions came', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 60 }), times, async (writes, timesS) => {
        const world = await runnerWorld(3, await ledgerOf(writes));
        try {
          await world.caughtUp(world.start(new PartitionedFeed(world.store, { partitions: 3, batchEvents: 4 })));
          await expectTrue(world, timesS);
          expect(await world.findings()).toEqual([]);
        } finally {
          await world.close();
        }
      }),
      { numRuns: 8 },
    );
  });
});
