import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { decode } from '@ledgate/domain/events/codec';
import { type EventStore, type Position, START } from '@ledgate/domain/ports/event-store';
import { type RunnerWorld, runnerWorld } from '../testing/runner-world.ts';
import { storeFeed } from '../testing/store-feed.ts';
import type { ExportSource } from './layout.ts';
import { MOVED_BY, type RowsOfEvent, rowsOfEvent } from './rows-of-event.ts';
import { exportedRows, orderOf } from './testing/exported.ts';
import { mixedLedger, USER } from './testing/mixed-ledger.ts';

jest.setTimeout(120_000);

describe('the rows that an event has by itself', () => {
  let world: RunnerWorld;
  let source: ExportSource;
  let position: Position;
  let events: readonly RowsOfEvent[];

  beforeAll(async () => {
    const store: EventStore = await mixedLedger();
    world = await runnerWorld(1, store as never);
    await world.caughtUp(world.start(storeFeed(store, { batchEvents: 1_000 })));
    source = { db: world.pool, store };
    position = await store.head();
    events = (await store.readAll(START, 1_000)).map((recorded) => rowsOfEvent(decode(recorded)));
  });
  afterAll(() => world.close());

  it.each(['charges', 'credits', 'journal'] as const)('are those of layout %s', async (layout) => {
    const rows = await exportedRows(source, orderOf({ layout, position }));
    const expected = events.flatMap((event) => event[layout]);
    expect(expected.length).toBeGreaterThan(8);
    expect(rows).toHaveLength(expected.length);
    for (const [at, { cells, units }] of expected.entries()) expect(rows[at]).toMatchObject({ ...cells, units });
  });

  it('sum up to those of layout statements', async () => {
    const [row] = await exportedRows(source, orderOf({ layout: 'statements', position }));
    const moved = Object.fromEntries([...MOVED_BY.credits, ...MOVED_BY.charges].map((name) => [`${name}_units`, 0]));
    for (const { movements } of events)
      for (const [name, units] of movements) moved[`${name}_units`] = (moved[`${name}_units`] ?? 0) + units;
    expect(row).toMatchObject({
      ...moved,
      user_id: USER,
      requests: events.filter(({ isRequest }) => isRequest).length,
    });
  });
});
