import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Position } from '@ledgate/domain/ports/event-store';
import { ALICE, writeSampleLedger } from '../../testing/sample-ledger.ts';
import { type RunnerWorld, runnerWorld } from '../../testing/runner-world.ts';
import { storeFeed } from '../../testing/store-feed.ts';
import type { ExportSource } from '../layout.ts';
import { exportedBytes, exportedRows, orderOf } from '../testing/exported.ts';

let world: RunnerWorld;
let source: ExportSource;
let position: Position;

beforeAll(async () => {
  world = await runnerWorld(1);
  await writeSampleLedger(world.store);
  await world.caughtUp(world.start(storeFeed(world.store, { batchEvents: 1_000 })));
  source = { db: world.pool, store: world.store };
  position = await world.store.head();
});
afterAll(() => world.close());

describe('layout charges', () => {
  it('has a row for each charge, change and refund, by position', async () => {
    const rows = await exportedRows(source, orderOf({ layout: 'charges', position }));

    expect(rows.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 14 }, () => 'charge'),
      'correction',
      'late',
      'refund',
      'charge',
      'charge',
    ]);
    expect(rows.length).toBeGreaterThan(10);
    for (const format of ['csv', 'parquet'] as const) {
      const bytes = await exportedBytes(source, orderOf({ layout: 'charges', position, format, userId: ALICE }));

    }
  });
});
