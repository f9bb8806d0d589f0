import { expect, it, jest } from '@jest/globals';
import { decode } from '@ledgate/domain/events/codec';
import { START } from '@ledgate/domain/ports/event-store';
import type { Position } from '@ledgate/domain/ports/event-store';
import { consumptionOf } from '../ledger/charge-of.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { PartitionedFeed } from '../testing/partitioned-feed.ts';
import { runnerWorld } from '../testing/runner-world.ts';
import { BORDER_S, ledgerOf, type Write } from '../testing/skewed-ledger.ts';
import { usageTotals } from './data.ts';
import { headAt, knownHead } from './head.ts';
import { logStat } from './logs.ts';
import { statementOf } from './statements.ts';

jest.setTimeout(120_000);
const PARTITIONS = 3;

const charge = (index: number): Write => ({
  user: index % 3,
  model: 0,
  amount: 10 + index,
  passS: 60,
  writerS: 0,
  storeS: 0,
  what: 'charge',
  logged: true,
  cleanQuarters: 0,
});

it('a partition that is behind holds all figures back alike', async () => {
  const store = await ledgerOf(Array.from({ length: 30 }, (_, index) => charge(index)));
  const events = await store.readAll(START, 1_000);
  const world = await runnerWorld(PARTITIONS, store);
  try {
    const runner = world.start(new PartitionedFeed(store, { partitions: PARTITIONS }));
    await world.caughtUp(runner);
    await runner.stop();
    // As if this one had not come further yet: the others have.
    const position = Math.floor(((events[0]?.position ?? 0) + (events.at(-1)?.position ?? 0)) / 2);
    await world.pool.query(`update ${READ_MODELS}.checkpoints set position = $1 where partition = 1`, [position]);
    expect((await knownHead(world.pool)).position).toBe(position);
    const charged = events
      .map((event) => decode(event))
      .filter((event) => event.position <= position)
      .reduce((sum, recorded) => sum + (consumptionOf(recorded)?.amount ?? 0), 0);
    expect(charged).toBeGreaterThan(0);
    for (const toS of [undefined, BORDER_S + 86_400]) {
      const stat = await logStat(world.pool, { fromS: 1, toS }, 0);
      expect(stat).toMatchObject({ position, amount: charged, charged, complete: true });
      const { sums, ...statement } = await statementOf(world.pool, {
        scope: { kind: 'all' },
        fromS: 1,
        toS,
        zone: 'UTC',
        nowMs: 4_000_000_000_000,
        limit: 10,
      });
      expect([statement.position, -sums.charges]).toEqual([position, charged]);
      expect((await usageTotals(world.pool, undefined, { fromS: 1, toS }, headAt(position as Position))).amount).toBe(
        charged,
      );
    }
  } finally {
    await world.close();
  }
});
