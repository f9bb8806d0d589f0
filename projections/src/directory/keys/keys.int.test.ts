import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CHANNEL_TEXT_CHARACTERS_MAX } from '@ledgate/domain/catalogue/limits';
import { quota } from '@ledgate/domain/shared/quota';
import pg from 'pg';
import { testMasterKey } from '../../testing/directory-keys.ts';
import { freshDatabase, type FreshDatabase } from '../../testing/fresh-database.ts';
import type { Database } from '../../shared/database.ts';
import { pause } from '../../shared/pause.ts';
import { logPage } from '../../queries/logs.ts';
import { migrateReadModels } from '../../schema/generations.ts';
import { createChannel } from '../channels/create.ts';
import { noteSpent } from '../channels/spent.ts';
import { allChannelsWithKeys, findChannelWithKeys, listChannels } from '../channels/find.ts';
import { deleteChannels, updateChannel } from '../channels/update.ts';
import { createCode, deleteCode, findCodeByKey } from '../codes/codes.ts';
import { SECRETS_BATCH_ROWS } from '../limits.ts';
import { migrateDirectory } from '../migrate.ts';
import { readTokenView } from '../relay-view/token-view.ts';
import { addUser } from '../testing/directory-fixture.ts';
import { createToken } from '../tokens/create.ts';
import { deleteToken } from '../tokens/update.ts';
import { type DirectoryTransaction, withDirectoryTransaction } from '../transaction.ts';
import { DirectoryKeys } from './directory-keys.ts';
import { KeyRing, MasterKeyMissing } from './key-ring.ts';
import { beginMasterKeys, currentMasterKey, masterKeyIds } from './master-keys.ts';
import { rotateMasterKey } from './rotate.ts';
import { sealDirectory, type Sealing } from './seal.ts';

const [OLD, NEW] = [testMasterKey(1), testMasterKey(2)];
const asker = { actor: 'user-1', requestId: 'r1' };
const anything = { keyword: '', group: '', model: '', tag: '', status: 0, type: 0 };
const inFull = { order: { expression: 'id', direction: 'desc' }, byTag: false, paging: undefined } as const;
const PAUSE_MS = 20;
/** Of a processor: 700 are taken, and 7,800 were when each key was compared with each. */
const BUSY_MS_MAX = 3_000;
const SECRET_TABLES = ['channel_keys', 'token_keys', 'code_keys'];

let database: FreshDatabase;
let pool: pg.Pool;
beforeEach(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
  await migrateDirectory(pool);
  await beginMasterKeys(pool, new KeyRing(OLD), 0);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

const keysOf = (text = OLD) => new DirectoryKeys(new KeyRing(text));
const change = async <Value>(work: Parameters<typeof withDirectoryTransaction<Value>>[2]) =>
  (await withDirectoryTransaction(pool, null, work)).value;

/** One of each kind, and one of each that is deleted. */
async function secretsIn(keys: DirectoryKeys) {
  const user = await addUser(pool, { username: 'ann' });
  return change(async (tx) => {
    const channel = { type: 1, name: 'c', models: 'gpt-4o' };
    const code = { name: 'spring', amount: quota(5), actorId: user.id, requestId: 'r1' };
    const made = {
      channel: await createChannel(tx, keys, { ...channel, keys: ['sk-one', 'sk-two'] }),
      account: await createChannel(tx, keys, { ...channel, type: 41, keys: ['{\n"a": 1\n}'] }),
      token: await createToken(tx, keys, { userId: user.id, name: 't', limit: null }, asker),
      code: await createCode(tx, keys, code),
    };
    const gone = {
      channel: await createChannel(tx, keys, { ...channel, keys: ['sk-gone'] }),
      token: await createToken(tx, keys, { userId: user.id, name: 't', limit: null }, asker),
      code: await createCode(tx, keys, code),
    };
    await deleteChannels(tx, keys, [gone.channel.id]);
    await deleteToken(tx, keys, { id: gone.token.id }, asker);
    await deleteCode(tx, keys, gone.code.id);
    return { ...made, gone };
  });
}

type Secrets = Awaited<ReturnType<typeof secretsIn>>;

async function expectServed(db: Database, keys: DirectoryKeys, { channel, account, token, code, gone }: Secrets) {
  expect((await findChannelWithKeys(db, keys, channel.id))?.keys).toEqual(['sk-one', 'sk-two']);
  expect((await allChannelsWithKeys(db, keys)).map(({ id, keys: texts }) => [id, texts])).toEqual([
    [channel.id, ['sk-one', 'sk-two']],
    [account.id, ['{\n"a": 1\n}']],
  ]);
  expect(await readTokenView(db, keys, token.key)).toMatchObject({ tokenId: token.id, key: token.key });
  expect((await keys.of(db, 'token', [token.id])).get(token.id)).toEqual([token.key]);
  expect(await findCodeByKey(db, keys, code.key)).toMatchObject({ id: code.id });
  expect((await keys.of(db, 'code', [code.id])).get(code.id)).toEqual([code.key]);
  expect(await readTokenView(db, keys, gone.token.key)).toBeUndefined();
  expect(await findCodeByKey(db, keys, gone.code.key)).toBeUndefined();
  expect(await findChannelWithKeys(db, keys, gone.channel.id)).toBeUndefined();
}

/** Every row of every table as text. */
async function everything(): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'directory'",
  );
  const texts = await Promise.all(
    rows.map(async ({ name }) => (await pool.query(`select t::text as row from directory.${name} t`)).rows),
  );
  return JSON.stringify(texts);
}

/** What Postgres has on disk of the tables that held secrets, and of the planner's samples. */
async function filesOfPostgres(): Promise<string> {
  await pool.query('checkpoint');
  const { rows } = await pool.query<{ bytes: Buffer }>(
    `select pg_read_binary_file(pg_relation_filepath(oid)) as bytes from pg_class
     where oid in ('pg_catalog.pg_statistic'::regclass, 'directory.channels'::regclass, 'directory.tokens'::regclass, 'directory.codes'::regclass)`,
  );
  return rows.map(({ bytes }) => bytes.toString('latin1')).join('\n');
}

/** Again and again: transactions of other tests on this server may have begun before. */
async function sealedInTheEnd(db: Database, keys: DirectoryKeys): Promise<Sealing | undefined> {
  let secrets = 0;
  for (;;) {
    const sealing = await sealDirectory(db, keys);
    secrets += sealing?.secrets ?? 0;
    if (sealing?.isOver !== false) return sealing && { ...sealing, secrets };
    await pause(PAUSE_MS, new AbortController().signal);
  }
}

const clearIn = (text: string, { token, code, gone }: Secrets): readonly string[] =>
  ['sk-one', 'sk-two', 'sk-gone', token.key, code.key, gone.token.key, gone.code.key].filter((secret) =>
    text.includes(secret),
  );

/** Acts just before the query that begins so, the given time. */
function actingAt(start: string, act: () => unknown, time = 1): Database {
  let left = time;
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'connect') {
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return async () => {
        const client = await target.connect();
        const ask = client.query.bind(client) as (...asked: readonly unknown[]) => unknown;
        client.query = ((...asked: readonly unknown[]) => {
          const [first] = asked;
          const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '');
          if (!text.trimStart().startsWith(start) || (left -= 1) !== 0) return ask(...asked);
          delete (client as Partial<pg.PoolClient>).query;
          return Promise.resolve(act()).then(() => ask(...asked));
        }) as pg.PoolClient['query'];
        return client;
      };
    },
  });
}

/** Ends as a crash would. */
const dyingAt = (start: string, time?: number): Database =>
  actingAt(
    start,
    () => {
      throw new Error('the process has died');
    },
    time,
  );

/** Until somebody waits for a lock on a table. */
async function lockAwaited(): Promise<void> {
  const waiting = `select from pg_locks where not granted and relation is not null
    and database = (select oid from pg_database where datname = current_database())`;
  while ((await pool.query(waiting)).rowCount === 0) await pause(PAUSE_MS, new AbortController().signal);
}

describe('secrets of a directory that is not sealed', () => {
  it('stand where the release before reads them, and are served from there', async () => {
    const keys = keysOf();
    const secrets = await secretsIn(keys);
    await expectServed(pool, keys, secrets);
    expect((await pool.query('select key from directory.tokens where id = $1', [secrets.token.id])).rows).toEqual([
      { key: secrets.token.key },
    ]);
    expect(await change((tx) => updateChannel(tx, keys, secrets.channel.id, { keys: ['sk-new'] }))).toMatchObject({
      areKeysChanged: true,
    });
    expect(
      (await listChannels(pool, keys, { ...anything, keyword: 'sk-new' }, inFull)).items.map(({ id }) => id),
    ).toEqual([secrets.channel.id]);
  });

  it('are encrypted by the sealing; what was deleted is gone; whoever read them in clear goes on', async () => {
    const [serving, sealing] = [keysOf(), keysOf()];
    const secrets = await secretsIn(serving);
    expect(await sealedInTheEnd(pool, sealing)).toEqual({ secrets: 5, remains: undefined, isOver: true });
    await expectServed(pool, serving, secrets);
    expect(clearIn(await everything(), secrets)).toEqual([]);
    expect(await sealDirectory(pool, sealing)).toBeUndefined();
    expect((await pool.query("select name from directory.migrations where name like '0014%'")).rows).toHaveLength(1);
  });

  it('in clear have no numbers: of several none is put aside, and a single one that is spent disables its channel', async () => {
    const keys = keysOf();
    const finding = { actorId: null, process: 'relay', requestId: '', reason: 'HTTP 401' };
    const spent = (texts: readonly string[]) =>
      change(async (tx) => {
        const { id } = await createChannel(tx, keys, { type: 1, name: 'c', models: 'gpt-4o', keys: texts });
        return [
          await noteSpent(tx, keys, id, undefined, finding),
          (await findChannelWithKeys(tx.client, keys, id))?.status,
        ];
      });
    expect(await spent(['sk-one', 'sk-two'])).toEqual([undefined, 1]);
    expect(await spent(['sk-one'])).toEqual(['channel', 3]);
  });

  it('are read by whoever asks for the columns at the moment at which they go', async () => {
    const serving = keysOf();
    const secrets = await secretsIn(serving);
    const sealing = keysOf();
    let calls = 0;
    const found = await serving.read<unknown>(
      pool,
      async () => 'sealed',
      async () => {
        calls += 1;
        await sealDirectory(pool, sealing);
        return (await pool.query('select key from directory.tokens where key = $1', [secrets.token.key])).rows;
      },
    );
    expect([found, calls]).toEqual(['sealed', 1]);
  });

  it.each(['channel', 'token', 'code'] as const)('let who has begun to write a %s end first', async (kind) => {
    const user = await addUser(pool, { username: 'ann' });
    const keys = keysOf();
    const write = {
      channel: (tx: DirectoryTransaction) =>
        createChannel(tx, keys, { type: 1, name: 'c', models: 'gpt-4o', keys: ['sk-one'] }),
      token: (tx: DirectoryTransaction) => createToken(tx, keys, { userId: user.id, name: 't', limit: null }, asker),
      code: (tx: DirectoryTransaction) =>
        createCode(tx, keys, { name: 'spring', amount: quota(5), actorId: user.id, requestId: 'r1' }),
    }[kind];
    let sealing: Promise<unknown> | undefined;
    const writing = actingAt(`insert into "directory"."${kind}s"`, () => {
      sealing = sealDirectory(pool, keysOf());
      return Promise.race([sealing, lockAwaited()]);
    });
    const { id } = (await withDirectoryTransaction<{ id: number }>(writing, null, write)).value;
    await sealing;
    expect((await keysOf().of(pool, kind, [id])).get(id)).toHaveLength(1);
  });

  it('are encrypted while the log is read: neither ends the other', async () => {
    await secretsIn(keysOf());
    await migrateReadModels(pool);
    const logs = () => logPage(pool, { filter: {}, limit: 1 });
    const reader = await pool.connect();
    await reader.query('begin');
    await reader.query('select from directory.channels');
    const sealing = sealedInTheEnd(pool, keysOf());
    await lockAwaited();
    const read = Promise.all([logs(), logs()]);
    await pause(PAUSE_MS, new AbortController().signal);
    await reader.query('commit');
    reader.release();
    expect(await sealing).toMatchObject({ secrets: 5 });
    expect(await read).toMatchObject([{ rows: [] }, { rows: [] }]);
  });

  it.each([
    ['before its commit', 'commit', 1],
    ['while it writes the tables anew', 'vacuum (full, analyze) directory.codes', 1],
    ['between two segments of the log', 'select pg_logical_emit_message', 1],
  ])('are sealed by the next where a sealing died %s', async (_, start, time) => {
    const secrets = await secretsIn(keysOf());
    await expect(sealedInTheEnd(dyingAt(start, time), keysOf())).rejects.toThrow('the process has died');
    await expectServed(pool, keysOf(), secrets);
    expect(await sealedInTheEnd(pool, keysOf())).toMatchObject({ remains: undefined });
    await expectServed(pool, keysOf(), secrets);
    expect(clearIn(await everything(), secrets)).toEqual([]);
    expect((await pool.query('select from directory.clear_remains')).rowCount).toBe(0);
  });

  it('stand in files of Postgres as long as a transaction of before may see them: only then they are gone', async () => {
    const secrets = await secretsIn(keysOf());
    await pool.query('analyze directory.channels; analyze directory.tokens; analyze directory.codes');
    expect(clearIn(await filesOfPostgres(), secrets)).toContain(secrets.token.key);
    const reader = await pool.connect();
    await reader.query('begin transaction isolation level repeatable read, read only');
    await reader.query('select from directory.directory_head');
    const remains = 'a transaction that began before they were encrypted has not ended';
    expect(await sealDirectory(pool, keysOf())).toEqual({ secrets: 5, remains, isOver: false });
    await expectServed(pool, keysOf(), secrets);
    expect(await sealDirectory(pool, keysOf())).toEqual({ secrets: 0, remains, isOver: false });
    await reader.query('commit');
    reader.release();
    expect(await sealedInTheEnd(pool, keysOf())).toEqual({ secrets: 0, remains: undefined, isOver: true });
    expect(clearIn(await filesOfPostgres(), secrets)).toEqual([]);
    expect(await sealDirectory(pool, keysOf())).toBeUndefined();
  });

  it('let who holds a table go on: what could not be written anew comes later, and what was is not written again', async () => {
    await secretsIn(keysOf());
    const reader = await pool.connect();
    await reader.query(
      'begin transaction isolation level repeatable read, read only; select from directory.directory_head',
    );
    expect(await sealDirectory(pool, keysOf())).toMatchObject({ secrets: 5, isOver: false });
    await reader.query('commit; begin; select from directory.codes');
    const files = async () =>
      (
        await pool.query<{ path: string }>(
          "select pg_relation_filepath(name::regclass) as path from unnest('{directory.channels,directory.tokens}'::text[]) as name",
        )
      ).rows;
    const before = await files();
    const inUse = { remains: 'a table that is to be written anew is in use', isOver: false };
    const done = new Set<string>();
    while ((await sealDirectory(pool, keysOf(), done))?.remains !== inUse.remains);
    const after = await files();
    for (const [index, { path }] of after.entries()) expect(path).not.toBe(before[index]?.path);
    expect(await sealDirectory(pool, keysOf(), done)).toMatchObject(inUse);
    expect(await files()).toEqual(after);
    await reader.query('commit');
    reader.release();
    expect(await sealDirectory(pool, keysOf(), done)).toMatchObject({ remains: undefined });
    expect(await files()).toEqual(after);
  });

  it('are not waited for: where somebody holds a table, they are sealed by a later call', async () => {
    await secretsIn(keysOf());
    const reader = await pool.connect();
    await reader.query('begin; select from directory.tokens');
    const remains = 'a table with secrets that stand in clear is in use';
    expect(await sealDirectory(pool, keysOf())).toEqual({ secrets: 0, remains, isOver: false });
    await reader.query('commit');
    reader.release();
    expect(await sealedInTheEnd(pool, keysOf())).toEqual({ secrets: 5, remains: undefined, isOver: true });
  });

  it('are sealed by a role that is no superuser as well, who says what is left to do', async () => {
    const secrets = await secretsIn(keysOf());
    const role = `plain_${process.pid}`;
    await pool.query(`create role ${role}; grant usage, create on schema directory to ${role}`);
    const owned = await pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'directory'",
    );
    for (const { name } of owned.rows) await pool.query(`alter table directory.${name} owner to ${role}`);
    const plain = new pg.Pool({ connectionString: database.url, options: `-c role=${role}` });
    expect(await sealDirectory(plain, keysOf())).toEqual({
      secrets: 5,
      remains: `the role ${role} is no superuser of this Postgres`,
      isOver: true,
    });
    await expectServed(plain, keysOf(), secrets);
    expect(await sealDirectory(plain, keysOf())).toBeUndefined();
    await plain.end();
    await pool.query(`reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`);
  });

  it('are not there on a new installation, whose tables need no writing anew', async () => {
    const keys = keysOf();
    expect(await sealDirectory(pool, keys)).toEqual({ secrets: 0, remains: undefined, isOver: true });
    expect((await pool.query('select from directory.clear_remains')).rowCount).toBe(0);
    const secrets = await secretsIn(keys);
    await expectServed(pool, keys, secrets);
    expect(clearIn(await everything(), secrets)).toEqual([]);
  });
});

describe('keys of a channel', () => {
  it('keep row, number and state where others come or go', async () => {
    const keys = keysOf();
    await sealDirectory(pool, keys);
    const { channel } = await secretsIn(keys);
    const rowsOf = async () =>
      (
        await pool.query<{ number: string; state: number }>(
          'select number, state from directory.channel_keys where channel_id = $1 order by number',
          [channel.id],
        )
      ).rows;
    const [first, second] = await rowsOf();
    await pool.query(
      "update directory.channel_keys set state = 2, reason = 'spent', state_time = 5 where number = $1",
      [first?.number],
    );
    const edit = (texts: readonly string[]) => change((tx) => updateChannel(tx, keys, channel.id, { keys: texts }));
    expect(await edit(['sk-two', 'sk-one'])).toMatchObject({ areKeysChanged: false });
    expect((await findChannelWithKeys(pool, keys, channel.id))?.keys).toEqual(['sk-two']);
    expect(await edit(['sk-one', 'sk-three'])).toMatchObject({ areKeysChanged: true });
    const after = await rowsOf();
    expect(after[0]).toEqual({ number: first?.number, state: 2 });
    expect(after.map(({ number }) => number)).not.toContain(second?.number);
    expect((await findChannelWithKeys(pool, keys, channel.id))?.keys).toEqual(['sk-three']);
  });

  it('whose rows were damaged cost their own channel alone, which can be given others', async () => {
    const damaged: string[] = [];
    const keys = new DirectoryKeys(new KeyRing(OLD), ({ message }) => void damaged.push(message));
    await sealDirectory(pool, keys);
    const { channel, account } = await secretsIn(keys);
    const damage = (what: string, cipher: string, id: number) =>
      pool.query(`update directory.channel_keys set cipher = ${cipher} where channel_id = $1 ${what}`, [id]);
    await damage('and number = (select min(number) from directory.channel_keys)', "cipher || '\\x00'", channel.id);
    await damage('', "'\\x00'", account.id);
    expect((await allChannelsWithKeys(pool, keys)).map(({ id, keys: texts }) => [id, texts])).toEqual([
      [channel.id, ['sk-two']],
    ]);
    expect(damaged).toEqual([
      expect.stringContaining(`of channel ${channel.id} cannot be opened`),
      expect.stringContaining(`of channel ${account.id} cannot be opened`),
    ]);
    await change((tx) => updateChannel(tx, keys, account.id, { keys: ['{"b": 2}'] }));
    await change((tx) => updateChannel(tx, keys, channel.id, { keys: ['sk-two', 'sk-new'] }));
    expect((await allChannelsWithKeys(pool, keys)).map(({ id, keys: texts }) => [id, texts])).toEqual([
      [channel.id, ['sk-two', 'sk-new']],
      [account.id, ['{"b": 2}']],
    ]);
  });
});

describe('as many keys as the text of a channel holds', () => {
  it('keep no process busy for long', async () => {
    const keys = keysOf();
    await sealDirectory(pool, keys);
    const many = Array.from(
      { length: CHANNEL_TEXT_CHARACTERS_MAX / 'k-12345\n'.length },
      (_, index) => `k-${10_000 + index}`,
    );
    const [newest, ...others] = many;
    const { id } = await change((tx) =>
      createChannel(tx, keys, { type: 1, name: 'c', models: 'gpt-4o', keys: others }),
    );
    const before = process.cpuUsage();
    await change((tx) => updateChannel(tx, keys, id, { keys: [...others, newest ?? ''] }));
    expect((await findChannelWithKeys(pool, keys, id))?.keys).toHaveLength(many.length);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(BUSY_MS_MAX);
  });
});

describe('a master key', () => {
  const filled = async (): Promise<Secrets> => {
    const keys = keysOf();
    await sealDirectory(pool, keys);
    const secrets = await secretsIn(keys);
    await change(async (tx) => {
      for (let one = 0; one < SECRETS_BATCH_ROWS; one += 1)
        await createToken(tx, keys, { userId: secrets.token.userId, name: 'many', limit: null }, asker);
    });
    return secrets;
  };
  const under = async (): Promise<readonly string[]> =>
    (
      await pool.query<{ id: string }>(
        SECRET_TABLES.map((table) => `select master_key as id from directory.${table}`).join(' union '),
      )
    ).rows.map(({ id }) => id);

  it('is the one that the directory names: of two first starts one has begun, and the other is refused', async () => {
    await pool.query('delete from directory.master_keys');
    const rings = [new KeyRing(OLD), new KeyRing(NEW)];
    const begun = await Promise.allSettled(rings.map((ring) => beginMasterKeys(pool, ring, 0)));
    expect(begun.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await masterKeyIds(pool)).toHaveLength(1);
  });

  /** From which key to which, by the command. */
  const rotationsRecorded = async () =>
    (
      await pool.query<{ record: { before: object; after: object } }>(
        "select record from directory.audit_outbox where actor = 'rotate-master-key' order by id",
      )
    ).rows.map(({ record: { before, after } }) => [before, after]);

  it('is rotated in batches, and afterwards the new one alone opens everything', async () => {
    const secrets = await filled();
    const counts: number[] = [];
    const ring = new KeyRing(`${NEW},${OLD}`);
    const count = await rotateMasterKey(pool, { ring, nowMs: 0, onSecrets: (each) => void counts.push(each) });
    expect([count, counts.length]).toEqual([SECRETS_BATCH_ROWS + 5, 4]);
    expect(await masterKeyIds(pool)).toEqual([ring.newest]);
    await expectServed(pool, keysOf(NEW), secrets);
    expect(await rotateMasterKey(pool, { ring, nowMs: 0 })).toBe(0);
    expect(await rotationsRecorded()).toEqual([[{ id: new KeyRing(OLD).newest }, { id: ring.newest }]]);
    await expect(beginMasterKeys(pool, new KeyRing(OLD), 0)).rejects.toThrow(MasterKeyMissing);
  });

  it.each([
    ['before anything', 1],
    ['after the first batch', 3],
    ['after the second', 5],
    ['after the third', 6],
  ])('whose rotation died %s is rotated by the next, and serves meanwhile', async (_, commits) => {
    const secrets = await filled();
    const ring = new KeyRing(`${NEW},${OLD}`);
    await expect(rotateMasterKey(dyingAt('commit', commits), { ring, nowMs: 0 })).rejects.toThrow('has died');
    const serving = new DirectoryKeys(new KeyRing(`${OLD},${NEW}`));
    await expectServed(pool, serving, secrets);
    const later = await change((tx) =>
      createToken(tx, serving, { userId: secrets.token.userId, name: 'later', limit: null }, asker),
    );
    expect(await currentMasterKey(pool)).toBe(commits === 1 ? new KeyRing(OLD).newest : ring.newest);
    await rotateMasterKey(pool, { ring, nowMs: 0 });
    expect(await rotationsRecorded()).toHaveLength(1);
    expect(await under()).toEqual([ring.newest]);
    await expectServed(pool, keysOf(NEW), secrets);
    expect(await readTokenView(pool, keysOf(NEW), later.key)).toMatchObject({ tokenId: later.id });
  });

  it('that is lacking changes nothing', async () => {
    const secrets = await filled();
    await expect(rotateMasterKey(pool, { ring: new KeyRing(NEW), nowMs: 0 })).rejects.toThrow(MasterKeyMissing);
    await expectServed(pool, keysOf(), secrets);
    expect(await currentMasterKey(pool)).toBe(new KeyRing(OLD).newest);
  });

  it('stays where a row came under it meanwhile: Postgres refuses to forget it', async () => {
    await filled();
    await expect(pool.query('delete from directory.master_keys')).rejects.toThrow('violates foreign key constraint');
  });
});
