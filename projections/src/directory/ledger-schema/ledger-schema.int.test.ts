import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LedgerGate } from '@ledgate/domain/events/ledger-gate';
import type { TillId } from '@ledgate/domain/shared/ids';
import type { PoolClient } from 'pg';
import { addGeneration, goLive, migrateReadModels } from '../../schema/generations.ts';
import { type Database, inTransaction, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { currentVersion } from '../changes.ts';
import { appliedMigrations, migrateDirectory, remakeDirectory } from '../migrate.ts';
import { createNotifications, type Notifications } from '../notifications.ts';
import { createRelayView, type RunningRelayView } from '../relay-view/create-relay-view.ts';
import { type DirectoryFixture, openDirectory } from '../testing/directory-fixture.ts';
import { createTillRegistry } from '../tills/till-registry.ts';
import { beginLedgerSchema, ledgerSchemaOf, raiseLedgerSchema } from './ledger-schema.ts';

const [OLD, NEW] = [5, 6];
const ANSWER_MAX_MS = 20_000;
/** A release that reads 2, and whose read models have the shape NEW; the one before reads 1. */
const release = { own: 2, ofShape: (shape: number) => (shape >= NEW ? 2 : 1) };
const till = (name: string) => name as TillId;

const READ_MODEL_SCHEMAS = "select nspname as name from pg_namespace where nspname ~ '^(rm_v|readmodel)'";

let directory: DirectoryFixture;
let pool: Database;
beforeEach(async () => {
  directory = await openDirectory();
  pool = directory.pool;
  for (const { name } of (await pool.query<{ name: string }>(READ_MODEL_SCHEMAS)).rows)
    await pool.query(`drop schema ${name} cascade`);
  await migrateReadModels(pool, 1, OLD);
  await beginLedgerSchema(pool, 1);
});
afterEach(() => directory.close());

const flip = () => inTransaction(pool, async (client) => goLive(client, await addGeneration(client, 1, NEW)));
const reading = (ledgerSchema: number) => createTillRegistry({ pool, ledgerSchema });
/** As a release writes it that does not know the number. */
const openBefore = (tillId: string, relayId: string) =>
  pool.query('insert into directory.tills (till_id, relay_id) values ($1, $2)', [tillId, relayId]);
const raise = (db: Database = pool) => raiseLedgerSchema(db, release);

describe('ledger_schema is raised', () => {
  it('when the live read models are of the new shape, and the till of every relay says that it reads it', async () => {
    await reading(2).open(till('b'), 'new');
    expect(await raise()).toEqual({ from: 1, to: 1, heldBy: 'the live read models are of a release that reads 1' });
    await flip();
    expect(await raise()).toEqual({ from: 1, to: 2, heldBy: undefined });
    expect(await ledgerSchemaOf(pool)).toBe(2);
    expect(await raise()).toBeUndefined();
  });

  it('not while a relay of the release before has a till; its end lets it go', async () => {
    await flip();
    await openBefore('a', 'old');
    await reading(2).open(till('b'), 'new');
    expect(await raise()).toEqual({ from: 1, to: 1, heldBy: 'relay old has a till and reads 1' });
    expect(await ledgerSchemaOf(pool)).toBe(1);
    await reading(2).closed(till('a'));
    expect(await raise()).toMatchObject({ to: 2 });
  });

  it('once, by one of several workers at the same time, as one change of the directory', async () => {
    await flip();
    const before = await currentVersion(pool);
    const raised = await Promise.all(Array.from({ length: 4 }, () => raise()));
    expect(raised.filter((each) => each !== undefined)).toEqual([{ from: 1, to: 2, heldBy: undefined }]);
    expect(await currentVersion(pool)).toBe(before + 1);
  });

  it('wholly or not at all: a worker that dies before the commit leaves all as it was, and the next one raises it', async () => {
    await flip();
    const before = await currentVersion(pool);
    const dying = new Proxy(pool, {
      get(target, name) {
        if (name !== 'connect') return Reflect.get(target, name).bind(target);
        return async () => {
          const client = await target.connect();
          const ask = client.query.bind(client) as (...asked: readonly unknown[]) => unknown;
          client.query = ((...asked: readonly unknown[]) => {
            if (asked[0] !== 'commit') return ask(...asked);
            delete (client as Partial<PoolClient>).query;
            throw new Error('the process has died');
          }) as PoolClient['query'];
          return client;
        };
      },
    });
    await expect(raise(dying)).rejects.toThrow('the process has died');
    expect([await ledgerSchemaOf(pool), await currentVersion(pool)]).toEqual([1, before]);
    expect(await raise()).toMatchObject({ to: 2 });
  });
});

describe('a till', () => {
  it('is not opened by a relay that reads less than is written', async () => {
    await pool.query('update directory.ledger_schema set number = 2');
    await expect(reading(1).open(till('a'), 'old')).rejects.toThrow(
      'a later release writes events that this one, which reads ledger_schema 1, does not',
    );
    expect(await reading(2).list()).toEqual([]);
    await reading(2).open(till('a'), 'new');
    expect(await reading(2).list()).toHaveLength(1);
  });

  it.each([
    ['this one', () => reading(1).open(till('a'), 'old')],
    ['one that does not know it', () => openBefore('a', 'old')],
  ])('that a release opens while the number is being raised waits, and is refused: %s', async (_which, open) => {
    const raising = await pool.connect();
    await raising.query('begin');
    await raising.query('update directory.ledger_schema set number = 2');
    const outcome = open().then(
      () => 'opened',
      () => 'refused',
    );
    for (;;) {
      const { rows: waiting } = await pool.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%into directory.tills%'",
      );
      if (waiting.length > 0) break;
    }
    await raising.query('commit');
    raising.release();
    expect(await outcome).toBe('refused');
    expect(await reading(2).list()).toEqual([]);
  });

  it('of a release that does not know the number is none once it was raised, and is told why', async () => {
    await openBefore('a', 'old');
    await pool.query('update directory.ledger_schema set number = 2');
    await expect(openBefore('b', 'old')).rejects.toThrow(
      'a later release writes events of ledger_schema 2, and relay old, whose release reads 1, opens no till: end it',
    );
    expect((await reading(2).list()).map(({ tillId }) => tillId)).toEqual(['a']);
  });
});

describe('a relay’s view', () => {
  let notifications: Notifications;
  let view: RunningRelayView | undefined;
  beforeEach(async () => {
    notifications = await createNotifications({ pool, onError: () => undefined });
  });
  afterEach(async () => {
    await view?.stop();
    await notifications.close();
  });

  it('tells the gate what is written when it is loaded, and when it was raised', async () => {
    await flip();
    const gate = new LedgerGate(0);
    const { store, keys: directoryKeys } = directory;
    view = await createRelayView({
      pool,
      store,
      directoryKeys,
      notifications,
      relayId: 'r',
      onError: () => undefined,
      gate,
    });
    expect(gate.number).toBe(1);
    await raise();
    await view.refresh();
    expect(gate.number).toBe(2);
  });
});

describe('the migration that brings it', () => {
  const remade = (load: (client: PoolClient) => Promise<unknown>) =>
    inTransaction(pool, async (client) => {
      const before = (await appliedMigrations(client)).filter((name) => name < '0012');
      await remakeDirectory(client, before, async () => void (await load(client)));
      return ledgerSchemaOf(client);
    });

  it('says 1 of an installation of a release before, of which users tell', async () => {
    expect(
      await remade((client) =>
        client.query("insert into directory.users (username, password_hash, created_time) values ('root', 'x', 0)"),
      ),
    ).toBe(1);
  });

  it('lets relays beat while a dump holds the table that it changes, and is made when the dump has ended', async () => {
    await pool.query("delete from directory.migrations where name like '0012%'");
    await pool.query('drop table directory.ledger_schema');
    await pool.query('alter table directory.tills drop column ledger_schema');
    const dump = await pool.connect();
    await dump.query('begin');
    await dump.query('lock table directory.tills in access share mode');
    const migrated = migrateDirectory(pool);
    for (;;) {
      const waiting = await pool.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%directory.tills%'",
      );
      if (waiting.rows.length > 0) break;
    }
    // It would wait behind the migration for as long as the dump lasts.
    await rows(pool, query.raw('delete from directory.tills'), ANSWER_MAX_MS);
    await dump.query('commit');
    dump.release();
    await migrated;
    expect(await appliedMigrations(pool)).toContain('0012-ledger-schema');
  });

  it('keeps the tills of a release before, and lets it open others until the number is raised', async () => {
    await remade(async (client) => {
      await client.query("insert into directory.users (username, password_hash, created_time) values ('root', 'x', 0)");
      await client.query("insert into directory.tills (till_id, relay_id) values ('a', 'old')");
    });
    await openBefore('b', 'old');
    expect(await reading(2).list()).toHaveLength(2);
    expect(await appliedMigrations(pool)).toContain('0016-tills-that-read');
  });

  it('leaves it to the first start of a new one', async () => {
    expect(await remade(() => Promise.resolve())).toBeUndefined();
    expect(await beginLedgerSchema(pool, 2)).toBe(2);
    expect(await beginLedgerSchema(pool, 3)).toBe(2);
  });
});
