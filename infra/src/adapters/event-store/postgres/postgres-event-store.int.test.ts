import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EventStore, NO_STREAM, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { type FreshDatabase, freshDatabase } from '@ledgate/projections/testing/fresh-database';
import { Client } from 'pg';
import { PostgresEventStore } from './postgres-event-store.ts';
import { countingTo, newEvents, readLedger, revision } from '../../../../test/testing/stored-events.ts';

const APPEND_TIMEOUT_MS = 500;

describe('the Postgres event store', () => {
  let database: FreshDatabase;
  let store: PostgresEventStore;
  let operator: Client;

  beforeEach(async () => {
    database = await freshDatabase();
    store = await PostgresEventStore.open({ url: database.url, appendTimeoutMs: APPEND_TIMEOUT_MS });
    operator = new Client({ connectionString: database.url });
    await operator.connect();
  });
  afterEach(async () => {
    await operator.end();
    await store.close();
    await database.drop();
  });

  const endSessions = (): Promise<unknown> =>
    operator.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );

  it('leaves no gap in the positions, whatever conflicts', async () => {
    const appends = Array.from({ length: 300 }, (_, index) =>
      store.append(
        `stream-${index % 40}`,
        index % 3 === 0 ? revision(index % 7) : NO_STREAM,
        newEvents(1 + (index % 4)),
      ),
    );
    const outcomes = await Promise.all(appends);
    expect(outcomes.filter(({ outcome }) => outcome === 'conflict').length).toBeGreaterThan(100);
    const events = await readLedger(store);
    expect(events.map(({ position }) => position)).toEqual(countingTo(events.length));
    expect(await store.head()).toBe(events.length);
  });

  it.each([
    'UPDATE events.events SET data = data',
    'DELETE FROM events.events',
    'TRUNCATE events.events',
    'DELETE FROM events.head',
    'TRUNCATE events.head',
  ])('refuses %s even to a superuser', async (sql) => {
    await store.append('stream', NO_STREAM, newEvents(1));
    await expect(operator.query(sql)).rejects.toThrow('only ever appended');
    expect(await readLedger(store)).toHaveLength(1);
  });

  it('does not give the owner of the tables the right to change events', async () => {
    const own = await freshDatabase();
    const owner = `owner_${Date.now()}`;
    const admin = new Client({ connectionString: own.url });
    await admin.connect();
    await admin.query(
      `CREATE ROLE ${owner} LOGIN PASSWORD 'owner'; GRANT CREATE ON DATABASE ${new URL(own.url).pathname.slice(1)} TO ${owner}`,
    );
    const url = new URL(own.url);
    [url.username, url.password] = [owner, 'owner'];
    const owned = await PostgresEventStore.open({ url: url.href });
    expect(await owned.append('stream', NO_STREAM, newEvents(1))).toMatchObject({ outcome: 'appended' });
    await owned.close();
    const ownerClient = new Client({ connectionString: url.href });
    await ownerClient.connect();
    await expect(ownerClient.query('UPDATE events.events SET data = data')).rejects.toThrow('permission denied');
    await expect(ownerClient.query('DELETE FROM events.events')).rejects.toThrow('permission denied');
    await ownerClient.end();
    await admin.query(`DROP OWNED BY ${owner}; DROP ROLE ${owner}`);
    await admin.end();
    await own.drop();
  });

  it('tells by a retry what became of an append whose connection was lost', async () => {
    const batches = Array.from({ length: 200 }, (_, index) => ({ stream: `stream-${index}`, events: newEvents(3) }));
    const appending = Promise.allSettled(batches.map(({ stream, events }) => store.append(stream, NO_STREAM, events)));
    await endSessions();
    for (const result of await appending)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(StoreUnavailable);
    const retried = await Promise.all(batches.map(({ stream, events }) => store.append(stream, NO_STREAM, events)));
    expect(retried.map(({ outcome }) => outcome)).toEqual(batches.map(() => 'appended'));
    expect(await readLedger(store)).toHaveLength(600);
  });

  it('answers an append that finds no answer in time, and recognises it when it was written after all', async () => {
    const events = newEvents(2);
    await operator.query('BEGIN; SELECT position FROM events.head FOR UPDATE');
    await expect(store.append('stream', NO_STREAM, events)).rejects.toBeInstanceOf(StoreUnavailable);
    await operator.query('COMMIT');
    expect(await untilAppended(store, 'stream', events)).toMatchObject({ outcome: 'appended', revision: 1 });
    expect(await readLedger(store)).toHaveLength(2);
  });

  it('never answers with a conflict an append behind one of unknown outcome', async () => {
    const batches = [newEvents(1), newEvents(1), newEvents(1)];
    const append = (index: number) =>
      store.append('stream', index === 0 ? NO_STREAM : revision(index - 1), batches[index] ?? []);
    await operator.query('BEGIN; SELECT position FROM events.head FOR UPDATE');
    const underWay = Promise.allSettled([append(0), append(1)]);
    await untilBlocked(operator);
    const waiting = Promise.allSettled([append(2)]);
    await endSessions();
    await operator.query('COMMIT');
    expect([...(await underWay), ...(await waiting)].map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
    ]);
    for (const index of batches.keys())
      expect(await append(index)).toMatchObject({ outcome: 'appended', revision: index });
  });

  it('goes on by itself after its connections were lost', async () => {
    await store.append('stream', NO_STREAM, newEvents(1));
    await endSessions();
    await expect(untilAppended(store, 'other')).resolves.toMatchObject({ outcome: 'appended' });
    expect((await readLedger(store)).map(({ stream }) => stream)).toEqual(['stream', 'other']);
  });

  it('lets a later release refuse an older program, not the other way round', async () => {
    await operator.query(`INSERT INTO events.migrations (name) VALUES ('9999-later')`);
    await expect(PostgresEventStore.open({ url: database.url })).rejects.toThrow('later Ledgate');
  });

  it('is opened by several processes at once', async () => {
    const own = await freshDatabase();
    const stores = await Promise.all(Array.from({ length: 4 }, () => PostgresEventStore.open({ url: own.url })));
    expect(await Promise.all(stores.map((each) => each.head()))).toEqual([0, 0, 0, 0]);
    await Promise.all(stores.map((each) => each.close()));
    await own.drop();
  });

  it('writes what was asked before it closes, and refuses what comes later', async () => {
    const closing = await PostgresEventStore.open({ url: database.url });
    const appending = closing.append('stream', NO_STREAM, newEvents(1));
    await closing.close();
    expect(await appending).toMatchObject({ outcome: 'appended' });
    await expect(closing.append('stream', revision(0), newEvents(1))).rejects.toBeInstanceOf(StoreUnavailable);
  });
});

async function untilBlocked(operator: Client): Promise<void> {
  for (;;) {
    const { rowCount } = await operator.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    if (rowCount !== 0) return;
  }
}

/** What was lost with a connection may be asked again at once. */
/** The same batch again while its outcome is unknown, as a connection that is being given up leaves it. */
async function untilAppended(store: EventStore, stream: string, events = newEvents(1)) {
  for (;;) {
    try {
      return await store.append(stream, NO_STREAM, events);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
}
