import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import type { RequestId, SourceId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { sweepCleanedLogs } from '../logs/sweep.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { LedgerWriter } from '../testing/ledger-writer.ts';
import { PartitionedFeed } from '../testing/partitioned-feed.ts';
import { runnerWorld, type RunnerWorld } from '../testing/runner-world.ts';
import { TillWriter } from '../testing/till-writer.ts';
import { shownRange } from './log-range.ts';
import { countedTotals } from './log-totals.ts';
import { logPage, logRowsBefore } from './logs.ts';

jest.setTimeout(90_000);
const START_S = Date.UTC(2026, 5, 1, 10) / 1_000;
const HOUR_S = 3_600;
const ADA = 2 as UserId;

let world: RunnerWorld;

/** One request an hour, of the amounts in their order, each called by its hour; all clocks agree. */
async function requestsOf(...amounts: readonly number[]): Promise<void> {
  let nowMs = START_S * 1_000;
  const store = new MemoryEventStore(() => nowMs);
  const writer = new LedgerWriter(store);
  const till = new TillWriter(writer, 'till-hours');
  await writer.append(
    accountStream(ADA),
    nowMs,
    { type: 'AccountOpened', data: { userId: ADA } },
    { type: 'QuotaGranted', data: { amount: quota(1_000), grant: 'new_user', source: 'grant' as SourceId } },
  );
  await till.open(nowMs);
  await till.lease(ADA, 1_000, nowMs);
  for (const [index, amount] of amounts.entries()) {
    nowMs = (START_S + (index + 1) * HOUR_S) * 1_000;
    const requestId = `hour-${index + 1}` as RequestId;
    await till.record(
      till.chargeOf(ADA, { requestId, amount: quota(amount), tags: { all: 'yes', hour: requestId } }),
      nowMs,
    );
  }
  world = await runnerWorld(2, store);
  const runner = world.start(new PartitionedFeed(store, { partitions: 2, batchEvents: 4 }));
  await world.caughtUp(runner);
  await runner.stop();
}

const shown = async (fromHour: number, toHour?: number): Promise<readonly string[]> => {
  const filter = {
    type: 2,
    fromS: START_S + fromHour * HOUR_S,
    toS: toHour === undefined ? undefined : START_S + toHour * HOUR_S - 1,
  };
  const { rows, total } = await logPage(world.pool, { filter, limit: 100 });
  expect(total).toBe(rows.length);
  expect((await countedTotals(world.pool, filter, await shownRange(world.pool, filter))).rows).toBe(rows.length);
  const tagged = await logPage(world.pool, { filter: { ...filter, tag: 'all=yes' }, limit: 100 });
  expect([tagged.total, tagged.rows]).toEqual([total, rows]);
  return rows.map(({ requestId }) => requestId).toReversed();
};

describe('the display rows of a range', () => {
  afterEach(() => world.close());

  it('have free requests at their own time, though none of them makes a time begin', async () => {
    await requestsOf(10, 0, 0, 10, 0);
    expect(await shown(2)).toEqual(['hour-2', 'hour-3', 'hour-4', 'hour-5']);
    expect(await shown(5)).toEqual(['hour-5']);
    expect(await shown(6)).toEqual([]);
    expect(await shown(1, 3)).toEqual(['hour-1', 'hour-2']);
    expect(await shown(3, 4)).toEqual(['hour-3']);
    expect(await shown(0, 1)).toEqual([]);
    expect(await logRowsBefore(world.pool, START_S + 3 * HOUR_S)).toBe(3);
  });

  it('are deleted after a cleaning as far as every partition has come: one that is behind may yet move its border', async () => {
    await requestsOf(10, 10, 0, 10, 10);
    const positions = (await logPage(world.pool, { filter: { type: 2 }, limit: 100 })).rows.map(
      ({ position }) => position,
    );
    const [, , third] = positions.toReversed();
    await world.pool.query(`update ${READ_MODELS}.log_cleaning set before_ms = ${(START_S + 5 * HOUR_S) * 1_000}`);
    const checkpoints = await world.checkpoints();
    await world.pool.query(`update ${READ_MODELS}.checkpoints set position = ${third} where partition = 1`);
    expect(await shown(0)).toEqual(['hour-5']);
    // With the grant's row, and requests 1 to 3.
    expect(await sweepCleanedLogs(world.pool)).toBe(4);
    await world.pool.query(`update ${READ_MODELS}.checkpoints set position = ${checkpoints[1]} where partition = 1`);
    expect(await sweepCleanedLogs(world.pool)).toBe(1);
    expect(await shown(0)).toEqual(['hour-5']);
    const left = await world.pool.query(`select tag from ${READ_MODELS}.log_tags order by tag`);
    expect(left.rows).toEqual([{ tag: 'all=yes' }, { tag: 'hour=hour-5' }]);
  });
});
