import { afterAll } from '@jest/globals';
import pg from 'pg';
import type { AccountEvent } from '@ledgate/domain/account/events';
import { decode, type Recorded } from '@ledgate/domain/events/codec';
import { type EventStore, type Revision, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { type FreshDatabase, freshDatabase } from '../../testing/fresh-database.ts';
import type { NewChannel } from '../channels/columns.ts';
import { createChannel } from '../channels/create.ts';
import { type Database, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { sealForTest, testKeys } from '../../testing/directory-keys.ts';
import type { DirectoryKeys } from '../keys/directory-keys.ts';
import { migrateDirectory } from '../migrate.ts';
import type { ChannelRow, TokenRow, UserRow } from '../rows.ts';
import { createToken, type NewToken } from '../tokens/create.ts';
import { withDirectoryTransaction } from '../transaction.ts';
import { createUser, type NewUser } from '../users/create.ts';

export type DirectoryFixture = {
  readonly url: string;
  readonly pool: Database;
  readonly store: MemoryEventStore;
  readonly keys: DirectoryKeys;
  close(): Promise<void>;
};

/** One database a test file: making one for each test would take longer than the tests. */
let database: FreshDatabase | undefined;
afterAll(() => database?.drop());

/** An empty, migrated directory, and a ledger in memory. One at a time in a file. */
export async function openDirectory(): Promise<DirectoryFixture> {
  const used = database !== undefined;
  database ??= await freshDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 10 });
  pool.on('error', () => undefined);
  await migrateDirectory(pool);
  if (used) await empty(pool);
  const keys = await sealForTest(pool);
  return { url: database.url, pool, store: new MemoryEventStore(), keys, close: () => pool.end() };
}

async function empty(pool: Database): Promise<void> {
  const tables = await rows<{ name: string }>(
    pool,
    query('pg_tables')
      .select('tablename as name')
      .where({ schemaname: 'directory' })
      .whereNotIn('tablename', ['migrations', 'directory_head']),
  );
  await pool.query(
    `truncate ${tables.map(({ name }) => `directory.${name}`).join(', ')} restart identity; update directory.directory_head set version = 1`,
  );
}

const asker = { actor: 'user-1', requestId: 'request-1' };

export async function addUser(
  pool: Database,
  user: Partial<NewUser> & { readonly username: string },
): Promise<UserRow> {
  return (
    await withDirectoryTransaction(pool, null, (tx) =>
      createUser(tx, { passwordHash: 'x', ...user }, { grants: [], requestId: 'request-1' }),
    )
  ).value;
}

export async function addToken(
  pool: Database,
  token: Partial<NewToken> & Pick<NewToken, 'userId'>,
): Promise<TokenRow & { readonly key: string }> {
  return (
    await withDirectoryTransaction(pool, null, (tx) =>
      createToken(tx, testKeys(pool), { name: 'token', limit: null, ...token }, asker),
    )
  ).value;
}

export async function addChannel(pool: Database, channel: Partial<NewChannel> = {}): Promise<ChannelRow> {
  const row: NewChannel = { type: 1, keys: ['upstream-key'], name: 'channel', models: 'gpt-4o', ...channel };
  return (await withDirectoryTransaction(pool, null, (tx) => createChannel(tx, testKeys(pool), row))).value;
}

/** Every event of a stream. */
export async function eventsOf(store: EventStore, stream: string): Promise<readonly Recorded[]> {
  return (await store.readStream(stream, 0 as Revision, 1_000)).map((recorded) => decode(recorded));
}

export const accountEventsOf = async (store: EventStore, userId: number): Promise<readonly AccountEvent[]> =>
  (await eventsOf(store, `account-${userId}`)).map(({ event }) => event as AccountEvent);

/** The next append fails as a crash or a lost answer would: before it is written, or after. */
export function failingOnce(store: EventStore, moment: 'before' | 'after'): EventStore {
  let failed = false;
  const append: EventStore['append'] = async (...batch) => {
    if (failed) return store.append(...batch);
    failed = true;
    if (moment === 'after') await store.append(...batch);
    throw new StoreUnavailable(`cut off ${moment} the append`);
  };
  return Object.assign(Object.create(store) as EventStore, {
    append,
    readStream: store.readStream.bind(store),
    readStreamBackwards: store.readStreamBackwards.bind(store),
    readAll: store.readAll.bind(store),
    head: store.head.bind(store),
  });
}

/** Ends when `holds` does; fails after `timeoutMs`. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  what: string,
  timeoutMs = 5_000,
): Promise<void> {
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline;) {
    if (await holds()) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
  throw new Error(`not within ${timeoutMs} ms: ${what}`);
}
