import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ExportLayout } from '@ledgate/domain/catalogue/export-layouts';
import { silentLog } from '@ledgate/domain/ports/log';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { startRunner } from '../runner/runner.ts';
import { plansOf } from '../testing/plans-of.ts';
import { readModelDatabase, type ReadModelDatabase } from '../testing/read-model-database.ts';
import { ALICE, SAMPLE_START_MS, writeSampleLedger } from '../testing/sample-ledger.ts';
import { storeFeed } from '../testing/store-feed.ts';
import { systemClock } from '../testing/system-clock.ts';
import { layoutOf } from './layouts.ts';
import type { ExportFilter, ExportOrder } from './order.ts';
import { orderOf } from './testing/exported.ts';

const WAIT_MS = 30_000;
jest.setTimeout(60_000);
/** Tables that grow with use. */
const LARGE =
  /Seq Scan on (ledger_entries|journal_\w+|lots|open_lots|request_draws|balances|first_positions|event_counts|tasks)/u;

describe('what exports ask for', () => {
  let database: ReadModelDatabase;
  const store = new MemoryEventStore();

  beforeAll(async () => {
    database = await readModelDatabase();
    await writeSampleLedger(store);
    const runner = startRunner({ pool: database.pool, feed: storeFeed(store), clock: systemClock, log: silentLog });
    if (!(await runner.waitFor(await store.head(), WAIT_MS)))
      throw new Error(`the runner stands: ${runner.alarm()?.message}`);
    await runner.stop();
  });
  afterAll(() => database.drop());

  async function expectIndexes(order: ExportOrder): Promise<void> {
    const { total, rowsOf } = layoutOf(order);
    const plans = await plansOf(database.pool, async (db) => {
      await total({ db, store }, order);
      for await (const _ of rowsOf({ db, store }, order, 0, new AbortController().signal));
    });
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(plan).not.toMatch(LARGE);
  }

  const range = { fromS: SAMPLE_START_MS / 1_000, toS: SAMPLE_START_MS / 1_000 + 86_400 };
  const filters: readonly (readonly [string, ExportFilter])[] = [
    ['everything', {}],
    ['a user', { userId: ALICE }],
    ['a token', { tokenId: 11 }],
    ['a channel', { channelId: 3 }],
    ['a group', { group: 'default' }],
    ['a model', { model: 'gpt-4o' }],
  ];
  const layouts: readonly ExportLayout[] = ['charges', 'credits', 'focus', 'journal', 'statements', 'trial_balance'];
  const cases = layouts.flatMap((layout) => filters.map(([what, filter]) => [layout, what, filter] as const));

  it.each(cases)('is found by indexes: %s of %s', async (layout, _what, filter) => {
    const position = await store.head();
    await expectIndexes(orderOf({ layout, position, ...filter }));
    await expectIndexes(orderOf({ layout, position, range, ...filter }));
    if (layout === 'journal') await expectIndexes(orderOf({ layout, position, range, format: 'hledger', ...filter }));
  });
});
