import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type FreshDatabase, freshDatabase } from '../testing/fresh-database.ts';
import { plansOf } from '../testing/plans-of.ts';
import { currentVersion } from './changes.ts';
import { migrateDirectory } from './migrate.ts';
import { withDirectoryTransaction } from './transaction.ts';
import { listUsers } from './users/list.ts';
import { updateUser } from './users/update.ts';

describe('migrating the directory', () => {
  let database: FreshDatabase;
  let pool: pg.Pool;
  beforeEach(async () => {
    database = await freshDatabase();
    pool = new pg.Pool({ connectionString: database.url });
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  it('makes the tables, twice and by two processes at once', async () => {
    await Promise.all([migrateDirectory(pool), migrateDirectory(pool)]);
    await migrateDirectory(pool);
    expect(await currentVersion(pool)).toBe(1);
  });

  it('asks one question when there is nothing to do', async () => {
    await migrateDirectory(pool);
    const asked: unknown[] = [];
    const query = pool.query.bind(pool);
    const watched = Object.assign(Object.create(pool) as pg.Pool, {
      query: (config: pg.QueryConfig) => {
        asked.push(config);
        return query(config);
      },
      connect: () => {
        throw new Error('no connection of its own is needed');
      },
    });
    await migrateDirectory(watched);
    expect(asked).toHaveLength(1);
  });

  it('lets users be searched by an index where the server has trigrams', async () => {
    await migrateDirectory(pool);
    const {
      rows: [available],
    } = await pool.query("select from pg_available_extensions where name = 'pg_trgm'");
    const {
      rows: [index],
    } = await pool.query("select from pg_indexes where indexname = 'users_search'");
    expect(index === undefined).toBe(available === undefined);
    if (available === undefined) return;
    const plans = await plansOf(
      pool,
      (db) => listUsers(db, { keyword: 'alice', group: '', status: 0 }, undefined, { offset: 0, limit: 10 }),
      ['enable_indexscan = off'],
    );
    expect(plans).toHaveLength(2);
    for (const plan of plans) expect(plan).toContain('users_search');
  });

  it('leaves users of one name in two spellings as they are, and gives the name to nobody else', async () => {
    await migrateDirectory(pool);
    await pool.query(
      "alter table directory.users drop column namesake; delete from directory.migrations where name like '0006%'",
    );
    await pool.query(
      "insert into directory.users (username, password_hash, created_time) values ('ann', '', 0), ('Ann', '', 0), ('bob', '', 0)",
    );
    await migrateDirectory(pool);
    const { rows } = await pool.query('select username, namesake from directory.users order by id');
    expect(rows).toEqual([
      { username: 'ann', namesake: '0' },
      { username: 'Ann', namesake: expect.stringMatching(/^[1-9]/) },
      { username: 'bob', namesake: '0' },
    ]);
    const named = async (id: string, username: string) =>
      (await withDirectoryTransaction(pool, null, (tx) => updateUser(tx, Number(id), { username }))).value?.after
        .username;
    const ids = (await pool.query<{ id: string }>('select id from directory.users order by id')).rows.map(
      ({ id }) => id,
    );
    expect(await named(ids[1] ?? '', 'ANN')).toBe('ANN');
    await expect(named(ids[2] ?? '', 'anN')).rejects.toMatchObject({ field: 'username' });
    expect(await named(ids[1] ?? '', 'eve')).toBe('eve');
    await expect(named(ids[2] ?? '', 'EVE')).rejects.toMatchObject({ field: 'username' });
  });

  it('refuses a directory of a later release', async () => {
    await migrateDirectory(pool);
    await pool.query("insert into directory.migrations (name) values ('9999-tomorrow')");
    await expect(migrateDirectory(pool)).rejects.toThrow('9999-tomorrow');
  });
});
