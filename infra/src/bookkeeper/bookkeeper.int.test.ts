import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MessageChannel } from 'node:worker_threads';
import { NO_STREAM, type Position } from '@ledgate/domain/ports/event-store';
import type { EventId } from '@ledgate/domain/shared/ids';
import { migrateReadModels } from '@ledgate/projections/schema/generations';
import { migrateDirectory } from '@ledgate/projections/directory/migrate';
import { balanceOf } from '@ledgate/projections/queries/balances';
import { type FreshDatabase, freshDatabase } from '@ledgate/projections/testing/fresh-database';
import { ALICE, cleanLogs, SAMPLE_START_MS, writeSampleLedger } from '@ledgate/projections/testing/sample-ledger';
import { Pool } from 'pg';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import { createLogger } from '../telemetry/logger.ts';
import { eventually } from '../testing/eventually.ts';
import { Bookkeeper } from './bookkeeper.ts';
import { keepBooks } from './keep-books.ts';

const WAIT_MS = 20_000;
/** As Postgres names it: invalid_catalog_name. */
const NO_SUCH_DATABASE = '3D000';
const log = createLogger({ LOG_LEVEL: 'silent' });

/** Both sides of the channel in one thread: what they say to each other is what is tested; the product's tests run it as a thread. */
describe('the bookkeeper', () => {
  let database: FreshDatabase;
  let pool: Pool;
  let store: PostgresEventStore;
  let channel: MessageChannel;
  let bookkeeper: Bookkeeper;

  beforeEach(async () => {
    database = await freshDatabase();
    pool = new Pool({ connectionString: database.url });
    store = await PostgresEventStore.open({ url: database.url });
    await Promise.all([migrateDirectory(pool), migrateReadModels(pool)]);
    channel = new MessageChannel();
    bookkeeper = new Bookkeeper(channel.port1, keepBooks(channel.port2, log));
  });
  afterEach(async () => {
    await bookkeeper.stop();
    await store.close();
    await pool.end();
    await database.drop();
  });

  it('tells who waits when what was written can be read, and stands where the ledger ends', async () => {
    await bookkeeper.open(database.url);
    store.onAppended(bookkeeper.appended);
    expect(bookkeeper.partitions()).toBe(1);
    const writer = await writeSampleLedger(store);
    const head = await store.head();
    expect(await bookkeeper.waitFor(head, WAIT_MS)).toBe(true);
    expect(await balanceOf(pool, ALICE)).toMatchObject({ balance: 5_182 });

    await cleanLogs(writer, SAMPLE_START_MS);
    const after = await store.head();
    expect(after).toBeGreaterThan(head);
    expect(await bookkeeper.waitFor(after, WAIT_MS)).toBe(true);
    // What it knows without asking comes a moment later.
    await eventually('it stands where the ledger ends', () => bookkeeper.position() >= after);
    expect(bookkeeper.progress()).toEqual([
      { partition: 0, position: after, lagMs: expect.any(Number), alarm: undefined },
    ]);
    expect(bookkeeper.alarm()).toBeUndefined();
  });

  it('tells who waits for what is not written that he waited in vain, also when it is stopped', async () => {
    await bookkeeper.open(database.url);
    const head = await store.head();
    expect(await bookkeeper.waitFor((head + 1) as Position, 50)).toBe(false);
    const waiting = bookkeeper.waitFor((head + 1) as Position, WAIT_MS);
    await bookkeeper.stop();
    expect(await waiting).toBe(false);
  });

  it('tells of a projection that throws', async () => {
    await bookkeeper.open(database.url);
    await store.append('account-1', NO_STREAM, [
      { id: '00000000-0000-4000-8000-000000000001' as EventId, type: 'LeaseGranted', data: 'null', metadata: {} },
    ]);
    await eventually('the projection has thrown', () => bookkeeper.alarm() !== undefined);
    expect(await bookkeeper.waitFor(await store.head(), WAIT_MS)).toBe(false);
    expect(bookkeeper.alarms()).toMatchObject([{ event: { stream: 'account-1', type: 'LeaseGranted' } }]);
  });

  it('refuses a database that cannot be used with its code', async () => {
    const url = new URL(database.url);
    url.pathname = '/there_is_none';
    await expect(bookkeeper.open(url.href)).rejects.toMatchObject({
      code: NO_SUCH_DATABASE,
      message: expect.stringContaining('there_is_none'),
    });
  });
});
