import { execFileSync, spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type FreshDatabase, freshDatabase } from '../../testing/fresh-database.ts';
import { inTransaction } from '../../shared/database.ts';
import { sealForTest } from '../../testing/directory-keys.ts';
import { DirectoryKeys } from '../keys/directory-keys.ts';
import { masterKeyIds } from '../keys/master-keys.ts';
import { appliedMigrations, migrateDirectory } from '../migrate.ts';
import { feedIdentity } from '../publishers/feed-identity.ts';
import { publisherCheckpoint } from '../publishers/publisher-checkpoint.ts';
import { noteLeft, relocationOf } from '../relocation/relocation.ts';
import { createSession, findSession, noteWritten } from '../sessions/sessions.ts';
import { addChannel, addToken, addUser, eventually } from '../testing/directory-fixture.ts';
import { atDirectoryMoment } from './directory-moment.ts';
import { dumpDirectory } from './dump-directory.ts';
import { DumpRefused, loadDirectory } from './load-directory.ts';
import { dumpedTables, STAYING_TABLES } from './tables.ts';

const NOW = 1_700_000_000;
const ODD = 'tab\t line\n return\r back\\slash \\. \\N "quotes" \'s ünïcödé 漢字 😀 {"json": 1}';

describe('a dump of the directory', () => {
  const databases: FreshDatabase[] = [];
  const pools: pg.Pool[] = [];
  let source: pg.Pool;
  let sql: string;
  let contents: unknown;
  let sessionId: string;

  const open = async (): Promise<{ pool: pg.Pool; url: string }> => {
    const database = await freshDatabase();
    const pool = new pg.Pool({ connectionString: database.url });
    pool.on('error', () => undefined);
    databases.push(database);
    pools.push(pool);
    await migrateDirectory(pool);
    return { pool, url: database.url };
  };

  beforeAll(async () => {
    source = (await open()).pool;
    for (const username of ['ann', 'bob']) {
      const user = await addUser(source, { username, displayName: ODD });
      await addToken(source, { userId: user.id, name: ODD });
      sessionId = await createSession(source, user.id, NOW, { aff: 'abcd' });
    }
    await addChannel(source, { name: ODD, keys: ['secret'], models: '' });
    await noteWritten(source, sessionId, { p1: 17 });
    await publisherCheckpoint(source, 1).save('topic', { position: 5 as never, partitions: [] });
    await noteLeft(source, 'elsewhere');
    sql = await textOf(source);
    contents = await contentsOf(source);
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await Promise.all(databases.map((database) => database.drop()));
  });

  it('brings every row of every table into another database, and the numbers go on', async () => {
    const { pool } = await open();
    await addUser(pool, { username: 'whoever was there before' });
    await load(pool, sql);
    expect(await contentsOf(pool)).toEqual(contents);
    const [last, next] = await Promise.all([source, pool].map((each) => addUser(each, { username: 'next' })));
    expect(next?.id).toBe(last?.id);
  });

  it("leaves behind what belongs to the place: positions of its store, a publisher's checkpoint, which topics are its own, whether it moves", async () => {
    const { pool } = await open();
    await publisherCheckpoint(pool, 1).save('topic of an earlier life', { position: 5 as never, partitions: [] });
    const identities = [await feedIdentity(source), await feedIdentity(pool)];
    await load(pool, sql);
    expect(identities).not.toContain(await feedIdentity(pool));
    expect(await findSession(pool, sessionId, NOW)).toMatchObject({ data: { aff: 'abcd' }, positions: {} });
    expect((await pool.query('select from directory.published_topics')).rowCount).toBe(0);
    expect(await relocationOf(pool)).toBeUndefined();
  });

  it('is what psql loads', async () => {
    if (spawnSync('psql', ['--version']).error !== undefined) return;
    const { pool, url } = await open();
    await pool.query('truncate directory.directory_head');
    execFileSync(
      'psql',
      ['--quiet', '--single-transaction', '--set', 'ON_ERROR_STOP=1', '--no-psqlrc', '--output', '/dev/null', url],
      { input: sql },
    );
    expect(await contentsOf(pool)).toEqual(contents);
  });

  it('may be one that pg_dump has written', async () => {
    const { pool } = await open();
    const written = sql.replaceAll('"group"', 'group').replace(
      'SET client_encoding',
      `\\restrict abc
SET statement_timeout = 0;
SELECT pg_catalog.set_config('search_path', '', false);
--
-- Data for Name: migrations; Type: TABLE DATA; Schema: directory; Owner: ledgate
--

COPY directory.migrations (name, applied_at) FROM stdin;
0001-tables\t2026-01-01 00:00:00+00
\\.


SET client_encoding`,
    );
    await load(pool, written);
    expect(await contentsOf(pool)).toEqual(contents);
  });

  it('of an earlier release is brought up to date by the migrations that it has not seen', async () => {
    const { pool } = await open();
    await noteLeft(pool, 'elsewhere');
    await publisherCheckpoint(pool, 1).save('topic', { position: 5 as never, partitions: [] });
    const earlier = (await appliedMigrations(pool)).filter((name) => name < '0006');
    const lines = sql
      .replaceAll(/COPY directory\.(?:users|tokens|channels) .*?\n\\\.\n/gsu, (table) =>
        table
          .replace(', limits', '')
          .replace(', permissions', '')
          .replace(', last_test', '')
          .replaceAll(/, (?:permissions|last_test)/u.test(table) ? /\t\t$/gmu : /\t$/gmu, ''),
      )
      .replaceAll(
        /COPY directory\.(?:\w*commands|inst\w+|ledger_schema|\w+_keys?|refused_\w+|\w+_secrets?|payment_\w+|audit_add\w+) [^;]*;\n(?:.*\n)*?\\\.\n/gu,
        '',
      )
      .replaceAll(/^SELECT pg_catalog\.setval\('directory\.\w+_keys_number_seq'.*\n/gmu, '')
      .replace(/COPY directory\.tills .*?\n\\\.\n/su, (tills) =>
        tills.replace(', ledger_schema', '').replaceAll(/\t\d+$/gmu, ''),
      )
      .replace(/COPY directory\.channels .*?\n\\\.\n/su, (channels) =>
        channels.replace(', test_passed', '').replaceAll(/\t\\N$/gmu, ''),
      )
      .replace(/COPY directory\.sessions .*?\n\\\.\n/su, (sessions) =>
        sessions.replace(', id, address, agent', '').replaceAll(/\t[^\t\n]*\t[^\t\n]*\t[^\t\n]*$/gmu, ''),
      )
      .replace(', namesake', '')
      .replaceAll(
        /^(\d+)\t(ann|bob)\t(.*)\t\d+$/gmu,
        (_, id, name, rest) => `${id}\t${name === 'bob' ? 'ANN' : name}\t${rest}`,
      );
    await inTransaction(pool, (client) => loadDirectory(client, piecesOf(lines), earlier));
    expect(
      (await pool.query<{ username: string }>('select username, namesake from directory.users order by id')).rows,
    ).toEqual([
      { username: 'ann', namesake: '0' },
      { username: 'ANN', namesake: '2' },
    ]);
    expect([await relocationOf(pool), await publisherCheckpoint(pool, 1).load('topic')]).toEqual([
      { state: 'left', place: 'elsewhere' },
      undefined,
    ]);
    await migrateDirectory(pool);
    expect((await addUser(pool, { username: 'next' })).id).toBe(3);
    await expect(
      inTransaction(pool, (client) => loadDirectory(client, piecesOf(sql), ['0001-tables', '9999-tomorrow'])),
    ).rejects.toThrow('9999-tomorrow');
  });

  it('of a sealed directory makes a sealed one, whose secrets the same master key opens', async () => {
    const [{ pool: from }, { pool: to }] = [await open(), await open()];
    const keys = await sealForTest(from);
    const user = await addUser(from, { username: 'ann' });
    const token = await addToken(from, { userId: user.id });
    const channel = await addChannel(from, { keys: ['sk-one', 'sk-two'] });
    const [dump, applied] = [await textOf(from), await appliedMigrations(from)];
    expect(dump).not.toMatch(new RegExp(`${token.key}|sk-one|sk-two`, 'u'));
    await inTransaction(to, (client) => loadDirectory(client, piecesOf(dump), applied));
    const restored = new DirectoryKeys(keys.ring);
    expect(await restored.isSealed(to)).toBe(true);
    expect(await restored.of(to, 'token')).toEqual(new Map([[token.id, [token.key]]]));
    expect(await restored.of(to, 'channel')).toEqual(new Map([[channel.id, ['sk-one', 'sk-two']]]));
    expect(await masterKeyIds(to)).toEqual(keys.ring.ids);
    await migrateDirectory(to);
    expect(await appliedMigrations(to)).toEqual(applied);
  });

  it.each([
    [
      'is cut off in a table',
      (text: string) => text.slice(0, text.indexOf('COPY directory.users') + 200).replace(/\n[^\n]*$/, '\n'),
    ],
    ['is cut off in a line', (text: string) => text.slice(0, text.indexOf('COPY directory.users') + 100)],
    ['holds no users', (text: string) => text.slice(0, text.indexOf('COPY'))],
    ['holds other SQL', (text: string) => `${text}DROP TABLE directory.users;\n`],
    [
      "sets a sequence that is not the directory's",
      (text: string) => `${text}SELECT pg_catalog.setval('directory.nothing_seq', 1, true);\n`,
    ],
    ['holds a table of a later release', (text: string) => `${text}COPY directory.robots (id) FROM stdin;\n1\n\\.\n`],
    ['holds a column of a later release', (text: string) => text.replace('(id, username', '(soul, username')],
  ])('is refused when it %s, and nothing changes', async (_, change) => {
    const { pool } = await open();
    const before = await addUser(pool, { username: 'before' });
    await expect(load(pool, change(sql))).rejects.toThrow(DumpRefused);
    expect((await pool.query('select username from directory.users where id = $1', [before.id])).rows).toEqual([
      { username: 'before' },
    ]);
  });

  it('is of one moment, though users are being made', async () => {
    const { pool } = await open();
    let isMaking = true;
    const made: number[] = [];
    // As a command does: the row is committed first, then its event is appended.
    const makers = [1, 2, 3].map(async (maker) => {
      for (let n = 0; isMaking; n += 1) made.push((await addUser(pool, { username: `user-${maker}-${n}` })).id);
    });
    for (let round = 0; round < 5; round += 1) {
      const appended = await atDirectoryMoment(
        pool,
        async () => [...made],
        async (snapshot, atMoment) => {
          const { rows } = await snapshot.query<{ id: string }>('select id from directory.users');
          const ids = new Set(rows.map(({ id }) => Number(id)));
          expect(atMoment.filter((id) => !ids.has(id))).toEqual([]);
          // What is committed later is not seen, however long the snapshot is used.
          expect((await snapshot.query('select from directory.users')).rowCount).toBe(ids.size);
          return atMoment;
        },
      );
      expect(appended.length).toBeLessThanOrEqual(made.length);
      await new Promise((resolve) => {
        setTimeout(resolve, 1);
      });
    }
    isMaking = false;
    await Promise.all(makers);
  });

  it('has no change committed between the snapshot and its moment', async () => {
    const { pool } = await open();
    let late: Promise<unknown> | undefined;
    let isCommitted = false;
    const seen = await atDirectoryMoment(
      pool,
      async () => {
        late = addUser(pool, { username: 'late' }).then(() => {
          isCommitted = true;
        });
        await eventually(
          async () =>
            isCommitted ||
            (await pool.query("select from pg_locks where not granted and locktype = 'relation'")).rowCount === 1,
          'the writer waits',
        );
        return isCommitted;
      },
      async (snapshot, isLate) => ({ isLate, users: (await snapshot.query('select from directory.users')).rowCount }),
    );
    await late;
    expect(seen).toEqual({ isLate: false, users: 0 });
  });

  it('gives up when the ledger does not tell its end, and holds up nobody', async () => {
    const { pool } = await open();
    await expect(
      atDirectoryMoment(
        pool,
        () => new Promise(() => undefined),
        async () => undefined,
      ),
    ).rejects.toThrow('the ledger did not tell its end');
    await addUser(pool, { username: 'afterwards' });
  });
});

describe('what a dump holds', () => {
  // A new table or column fails here: say in tables.ts whether it tells positions of one store or belongs to the place, then add it.
  it('is known column by column', async () => {
    const database = await freshDatabase();
    const pool = new pg.Pool({ connectionString: database.url });
    await migrateDirectory(pool);
    const { rows } = await pool.query<{ table: string; columns: string }>(`
      select table_name as table, string_agg(column_name, ' ' order by ordinal_position) as columns from information_schema.columns
      where table_schema = 'directory' and data_type in ('bigint', 'json', 'jsonb', 'numeric') group by table_name order by table_name`);
    expect(Object.fromEntries(rows.map(({ table, columns }) => [table, columns]))).toEqual({
      audit_outbox: 'id record recorded_at_ms expected_revision',
      call_limits: 'touched_time',
      short_lived_keys: 'until_ms version asked_until_ms',
      channel_keys: 'number channel_id state_time',
      channel_runs: 'number asked_by begun_ms beat_ms',
      channels: 'id weight created_time test_time response_time_ms balance_updated_time priority deleted_time',
      code_keys: 'number code_id',
      codes: 'id user_id created_time deleted_time',
      commands: 'noted_time',
      directory_changes: 'version id',
      directory_head: 'version',
      end_user_key: 'number made_time',
      export_jobs: 'id user_id rows_done rows_total bytes created_ms beat_ms finished_ms expires_ms',
      kept_answers: 'number token_id user_id made_time answered_time bytes',
      leaderships: 'fence',
      made_commands: 'user_id made_ids made_time',
      mail_codes: 'sent_time until_time',
      mails_sent: 'sent_time',
      master_keys: 'noted_time',
      notices: 'user_id created_time next_time sent_time dropped_time',
      notices_seen: 'position',
      option_secrets: 'set_time',
      outbox: 'id entry expected_revision',
      payment_problems: 'first_time last_time settled_time settled_by',
      published_topics: 'position partitions fence',
      refused_calls: 'hour user_id token_id count',
      refused_prices: 'user_id refused_time',
      seal_tiles: 'number',
      seal_tree: 'size position last_revision sealed_size sealed_position wished_position',
      session_shown: 'value',
      sessions: 'user_id created_time seen_time expires_time data positions',
      tills: 'beat directory_version',
      token_keys: 'number token_id',
      tokens: 'id user_id created_time accessed_time expired_time deleted_time',
      top_up_asks: 'next_time asked_time asks_until_ms',
      users: 'id inviter_id created_time closed_time namesake',
      verifications: 'at_ms position differences findings',
    });
    await pool.end();
    await database.drop();
  });
});

const textOf = (pool: pg.Pool): Promise<string> =>
  inTransaction(pool, async (client) => {
    const parts: Buffer[] = [];
    for await (const part of dumpDirectory(client)) parts.push(Buffer.from(part));
    return Buffer.concat(parts).toString();
  });

/** In pieces of seven bytes, so that lines and characters are cut anywhere. */
async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7);
}

const load = (pool: pg.Pool, sql: string): Promise<void> =>
  inTransaction(pool, (client) => loadDirectory(client, piecesOf(sql)));

/** Rows of every table that a dump holds, without positions. */
async function contentsOf(pool: pg.Pool): Promise<Record<string, unknown>> {
  const tables = (await dumpedTables(pool)).map(({ name }) => name);
  expect(tables.some((name) => STAYING_TABLES.has(name))).toBe(false);
  return Object.fromEntries(
    await Promise.all(
      tables.map(async (name) => {
        const { rows } = await pool.query<{ row: Record<string, unknown> }>(
          `select to_jsonb(t) as row from directory.${name} t order by t::text`,
        );
        return [name, rows.map(({ row }) => ({ ...row, ...('positions' in row ? { positions: {} } : {}) }))] as const;
      }),
    ),
  );
}
