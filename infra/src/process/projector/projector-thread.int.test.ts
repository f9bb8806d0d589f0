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
import { PostgresEventStore } from '../../adapters/event-store/postgres/postgres-event-store.ts';
import { createLogger } from '../../server/telemetry/logger.ts';
import { eventually } from '../../../test/testing/eventually.ts';
import { ProjectorThread } from './projector-thread.ts';
import { runProjector } from './run-projector.ts';

const WAIT_MS = 20_000;
/** As Postgres names it: invalid_catalog_name. */
const NO_SUCH_DATABASE = '3D000';
const log = createLogger({ LOG_LEVEL: 'silent' });

/** Both sides of the channel in one thread: what they say to each other is what is tested; the product's tests run it as a thread. */
describe('the projector', () => {
  let database: FreshDatabase;
  let pool: Pool;
  let store: PostgresEventStore;
  let channel: MessageChannel;
  let projectorThread: ProjectorThread;

  beforeEach(async () => {
    database = await freshDatabase();
    pool = new Pool({ connectionString: database.url });
    store = await PostgresEventStore.open({ url: database.url });
    await Promise.all([migrateDirectory(pool), migrateReadModels(pool)]);
    channel = new MessageChannel();
    projectorThread = new ProjectorThread(channel.port1, runProjector(channel.port2, log));
  });
  afterEach(async () => {
    await projectorThread.stop();
    await store.close();
    await pool.end();
    await database.drop();
  });

  it('tells who waits when what was written can be read, and stands where the ledger ends', async () => {
    await projectorThread.open(database.url);
    store.onAppended(projectorThread.appended);
    expect(projectorThread.partitions()).toBe(1);
    const writer = await writeSampleLedger(store);
    const head = await store.head();
    expect(await projectorThread.waitFor(head, WAIT_MS)).toBe(true);
    expect(await balanceOf(pool, ALICE)).toMatchObject({ balance: 5_182 });

    await cleanLogs(writer, SAMPLE_START_MS);
    const after = await store.head();
    expect(after).toBeGreaterThan(head);
    expect(await projectorThread.waitFor(after, WAIT_MS)).toBe(true);
    // What it knows without asking comes a moment later.
    await eventually('it stands where the ledger ends', () => projectorThread.position() >= after);
    expect(projectorThread.progress()).toEqual([
      { partition: 0, position: after, lagMs: expect.any(Number), alarm: undefined },
    ]);
    expect(projectorThread.alarm()).toBeUndefined();
  });

  it('tells who waits for what is not written that he waited in vain, also when it is stopped', async () => {
    await projectorThread.open(database.url);
    const head = await store.head();
    expect(await projectorThread.waitFor((head + 1) as Position, 50)).toBe(false);
    const waiting = projectorThread.waitFor((head + 1) as Position, WAIT_MS);
    await projectorThread.stop();
    expect(await waiting).toBe(false);
  });

  it('tells of a projection that throws', async () => {
    await projectorThread.open(database.url);
    await store.append('account-1', NO_STREAM, [
      { id: '00000000-0000-4000-8000-000000000001' as EventId, type: 'LeaseGranted', data: 'null', metadata: {} },
    ]);
    await eventually('the projection has thrown', () => projectorThread.alarm() !== undefined);
    expect(await projectorThread.waitFor(await store.head(), WAIT_MS)).toBe(false);
    expect(projectorThread.alarms()).toMatchObject([{ event: { stream: 'account-1', type: 'LeaseGranted' } }]);
  });

  it('refuses a database that cannot be used with its code', async () => {
    const url = new URL(database.url);
    url.pathname = '/there_is_none';
    await expect(projectorThread.open(url.href)).rejects.toMatchObject({
      code: NO_SUCH_DATABASE,
      message: expect.stringContaining('there_is_none'),
    });
  });
});
