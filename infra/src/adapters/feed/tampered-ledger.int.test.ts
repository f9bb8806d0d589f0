import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { silentLog } from '@ledgate/domain/ports/log';
import { migrateDirectory } from '@ledgate/projections/directory/migrate';
import { rebuild } from '@ledgate/projections/rebuild/rebuild';
import { type Runner, startRunner } from '@ledgate/projections/runner/runner';
import { migrateReadModels } from '@ledgate/projections/schema/generations';
import { freshDatabase, type FreshDatabase } from '@ledgate/projections/testing/fresh-database';
import { writeSampleLedger } from '@ledgate/projections/testing/sample-ledger';
import { systemClock } from '@ledgate/projections/testing/system-clock';
import { findingText } from '@ledgate/projections/verify/finding';
import { verify } from '@ledgate/projections/verify/verify';
import pg from 'pg';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import { InProcessFeed } from './in-process.ts';

const WAIT_MS = 30_000;
jest.setTimeout(60_000);

describe('a ledger in Postgres that somebody has tampered with', () => {
  let database: FreshDatabase;
  let pool: pg.Pool;
  let store: PostgresEventStore;
  let runner: Runner;

  beforeEach(async () => {
    database = await freshDatabase();
    pool = new pg.Pool({ connectionString: database.url });
    pool.on('error', () => undefined);
    await migrateDirectory(pool);
    await migrateReadModels(pool);
    store = await PostgresEventStore.open({ url: database.url });
    runner = startRunner({ pool, feed: new InProcessFeed(store), clock: systemClock, log: silentLog });
    await writeSampleLedger(store);
    if (!(await runner.waitFor(await store.head(), WAIT_MS)))
      throw new Error(`the runner stands: ${runner.alarm()?.message}`);
  });
  afterEach(async () => {
    await runner.stop();
    await store.close();
    await pool.end();
    await database.drop();
  });

  const findings = async (): Promise<readonly string[]> =>
    (await verify({ store, pool, gaplessPositions: true })).map(findingText);

  /** As the superuser, past the trigger that refuses it. */
  const tamper = (sql: string): Promise<unknown> =>
    pool.query(`begin; set local session_replication_role = replica; ${sql}; commit`);

  it('is true as long as nobody has', async () => {
    expect(await findings()).toEqual([]);
    await rebuild({ store, pool, log: silentLog });
    expect(await findings()).toEqual([]);
  });

  it.each([
    ['a charge', "stream = 'till-till-a' and revision = 4"],
    ['a credit', "type = 'QuotaToppedUp'"],
    [
      'the start of a request, which no table remembers',
      "type = 'ConsumptionStarted' and stream = 'till-till-b' and revision = 2",
    ],
    ['the last event of all', 'position = (select max(position) from events.events)'],
  ])('has each event named that was deleted: %s', async (_what, condition) => {
    const { rows } = await pool.query<{ position: string }>(`select position from events.events where ${condition}`);
    await expect(pool.query(`delete from events.events where ${condition}`)).rejects.toThrow();
    await tamper(`delete from events.events where ${condition}`);
    expect(await findings()).toContainEqual(`event position ${rows[0]?.position}: expected an event, seen none`);
  });

  it('has an amount named that was changed', async () => {
    await tamper(
      `update events.events set data = replace(data, '"amount":104', '"amount":4') where stream = 'till-till-a' and revision = 4`,
    );
    const found = await findings();
    expect(found).toContainEqual(
      expect.stringMatching(/^log row position \d+ \(request r4\) of account 2, quota: expected 4, seen 104$/),
    );
    expect(found).toContainEqual('balance of account 2, till_charges: expected 768, seen 868');
    expect(found.filter((text) => text.includes('balance_after'))).toHaveLength(1);
    expect(found).toContainEqual('lease till-a-2 settled: expected 748, as its till says, seen 848');
  });
});
