import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EventStore, NO_STREAM, type Position, START } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import type { EventId } from '@ledgate/domain/shared/ids';
import { rebuild } from '@ledgate/projections/rebuild/rebuild';
import { addGeneration, liveGeneration } from '@ledgate/projections/schema/generations';
import { GENERATION_SHAPE } from '@ledgate/projections/schema/shape';
import { asOfRelease } from '@ledgate/projections/testing/as-of-release';
import { type FreshDatabase, freshDatabase } from '@ledgate/projections/testing/fresh-database';
import pg from 'pg';
import { readEnvironment } from '../../server/config/config.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { PostgresEventStore } from '../../adapters/event-store/postgres/postgres-event-store.ts';
import { foreignEvents } from '../../../test/doubles/eventstoredb/foreign-events.ts';
import { ProtocolDouble } from '../../../test/doubles/eventstoredb/protocol-double.ts';
import { createLogger } from '../../server/telemetry/logger.ts';
import { openFoundation } from './foundation.ts';
import { Lifeline } from './shutdown.ts';

const log = createLogger({ LOG_LEVEL: 'silent' });

/** Every role begins with the foundation. */
describe('a start on a ledger', () => {
  let database: FreshDatabase;
  let pool: pg.Pool;
  let doubles: ProtocolDouble[];
  beforeEach(async () => {
    database = await freshDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 3 });
    doubles = [];
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
    await Promise.all(doubles.map((double) => double.stop()));
  });

  /** A start and its end. */
  const start = async (
    variables: NodeJS.ProcessEnv = {},
    work: (store: EventStore) => Promise<void> = async () => undefined,
  ): Promise<void> => {
    const lifeline = new Lifeline(log);
    try {
      const environment = readEnvironment({ DATABASE_URL: database.url, ...variables });
      const given = Promise.resolve({ url: database.url, ours: false });
      const { store } = await openFoundation(environment, log, lifeline, given);
      await work(store);
    } finally {
      await lifeline.end();
    }
  };
  const eventStore = async (): Promise<{ readonly EVENTSTORE_URL: string }> => {
    const double = await ProtocolDouble.start();
    doubles.push(double);
    return { EVENTSTORE_URL: double.url };
  };
  /** As a projector leaves it that has applied everything. */
  const applied = async (store: EventStore): Promise<void> => {
    const event = { id: randomUUID() as EventId, type: 'Tried', data: '{}', metadata: {} };
    await store.append('account-1', NO_STREAM, [event, { ...event, id: randomUUID() as EventId }]);
    const head = await store.head();
    expect(head).toBeGreaterThan(START);
    await fillUpTo(head);
  };
  const fillUpTo = async (position: Position): Promise<void> => {
    const live = await liveGeneration(pool);
    await pool.query(`update ${live?.schema}.checkpoints set position = $1`, [position]);
  };

  it('that is as long as the read models goes on, in Postgres and in EventStoreDB', async () => {
    await start({}, applied);
    await start();
    await fillUpTo(START);
    const cluster = await eventStore();
    await start(cluster, applied);
    await start(cluster);
  });

  it('that is empty, on another event store than before, is refused by a sentence', async () => {
    await start(await eventStore(), applied);
    const refused = start(await eventStore());
    await expect(refused).rejects.toBeInstanceOf(StartRefused);
    await expect(refused).rejects.toThrow(
      /^the ledger in EventStoreDB of EVENTSTORE_URL ends at position 0, and the read models of this database were filled up to position \d+:/,
    );
    // As if the variable were forgotten.
    await expect(start()).rejects.toThrow(/^the ledger in Postgres ends at position 0/);
  });

  it('that was emptied is refused, until somebody has the read models filled from it', async () => {
    await start({}, applied);
    await pool.query('drop schema events cascade');
    await expect(start()).rejects.toThrow(/^the ledger in Postgres ends at position 0/);
    const store = await PostgresEventStore.open({ url: database.url });
    await rebuild({ store, pool, log: silentLog });
    await store.close();
    await start();
  });

  it('that is empty is refused for read models of an earlier release too: nobody fills the next ones from it', async () => {
    const cluster = await eventStore();
    await start(cluster, applied);
    await asOfRelease(pool, GENERATION_SHAPE - 1);
    await start(cluster);
    await expect(start(await eventStore())).rejects.toThrow(StartRefused);
  });

  it('goes on where other applications wrote last, and while a rebuild fills the next read models', async () => {
    const cluster = await eventStore();
    await start(cluster, applied);
    const client = EventStoreDBClient.connectionString(cluster.EVENTSTORE_URL);
    await client.appendToStream('orders-1', foreignEvents());
    await client.dispose();
    await addGeneration(pool, 3);
    await start(cluster);
  });
});
