import { randomUUID } from 'node:crypto';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConsoleSession } from '@ledgate/api/testing/console-session';
import { migrateDirectory } from '@ledgate/projections/directory/migrate';
import { freshDatabase } from '@ledgate/projections/testing/fresh-database';
import { testMasterKey } from '@ledgate/projections/testing/directory-keys';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { z } from 'zod';
import { borrowEmbeddedPostgres } from '../../src/embedded/postgres/embedded-postgres.ts';
import { eventually } from '../testing/eventually.ts';
import { buildProduct, Product } from '../testing/product.ts';
import { foundIn } from './found-in.ts';

const LIMIT_MS = 180_000;
/**
 * A backup that the release before secrets were encrypted took (commit 60985b5), of two channels, three API keys and three codes, one of each of which was
 * deleted, and what they were.
 */
const BEFORE = join(dirname(fileURLToPath(import.meta.url)), 'release-before');
const secretsBefore = z
  .object({ channels: z.array(z.string()), tokens: z.record(z.string(), z.string()), codes: z.array(z.string()) })
  .parse(JSON.parse(readFileSync(join(BEFORE, 'secrets.json'), 'utf8')));
/** As that release keeps them, in the table of all options. */
const OPTIONS_BEFORE = { SMTPToken: 'mail-password-of-before', EpayKey: 'payment-key-of-before' };
const ALL_BEFORE = [
  ...secretsBefore.channels,
  ...Object.values(secretsBefore.tokens),
  ...secretsBefore.codes,
  ...Object.values(OPTIONS_BEFORE),
];
const SEALED = 'the secrets that stood in clear are encrypted, and gone from the files of Postgres';
const PERMISSIONS = 0o777;
const HEARTBEAT_MS = 200;

const token = z.object({ id: z.number(), name: z.string(), key: z.string() });

describe('secrets at rest', () => {
  let folder: string;
  let provider: Server;
  /** With which keys it was asked. */
  let asked: string[];
  let logs: string;
  const products: Product[] = [];
  beforeAll(() => buildProduct(), LIMIT_MS);
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ledgate-secrets-'));
    asked = [];
    logs = '';
    provider = createServer((request, response) => {
      asked.push(request.headers.authorization ?? '');
      const isList = request.url?.endsWith('/models') === true;
      response.writeHead(isList ? 200 : 401, { 'content-type': 'application/json' });
      const error = {
        message: `Incorrect API key provided: ${request.headers.authorization}`,
        code: 'invalid_api_key',
      };
      response.end(JSON.stringify(isList ? { data: [{ id: 'gpt-4o' }] } : { error }));
    });
    await new Promise<void>((resolve) => {
      provider.listen(0, '127.0.0.1', resolve);
    });
  });
  afterEach(async () => {
    await Promise.all(products.splice(0).map((product) => product.discard()));
    provider.closeAllConnections();
    await new Promise((resolve) => {
      provider.close(resolve);
    });
    rmSync(folder, { recursive: true });
  }, LIMIT_MS);

  const made = (environment: Readonly<Record<string, string>> = {}): Product => {
    const product = new Product({ LOG_LEVEL: 'trace', ...environment });
    products.push(product);
    return product;
  };
  const address = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;

  /** As root; what the product says meanwhile is kept. */
  async function console(product: Product) {
    const session = new ConsoleSession(product.url);
    const call = async <Data>(method: string, path: string, shape: z.ZodType<Data>, body?: unknown): Promise<Data> => {
      const { json } = await session.call(method, path, body);
      logs += product.output;
      if (json.success !== true) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
      return shape.parse(json.data);
    };
    const credentials = { username: 'root', password: '123456' };
    session.userId = (await call('POST', '/api/user/login', z.object({ id: z.number() }), credentials)).id;
    return call;
  }

  const channelNamed = (name: string, key: string) => ({
    type: 1,
    name,
    key,
    base_url: address(),
    models: 'gpt-4o',
    group: 'default',
  });

  /** Makes one of each, uses it, edits and deletes; answers the secrets. */
  async function worked(product: Product): Promise<readonly string[]> {
    const call = await console(product);
    const nothing = z.unknown();
    const keys = ['first', 'edited', 'gone'].map((name) => `sk-${name}-key-of-a-channel-in-clear`);
    for (const name of ['kept', 'gone'])
      await call('POST', '/api/channel/', nothing, {
        ...channelNamed(name, keys[name === 'gone' ? 2 : 0] ?? ''),
        command_id: randomUUID(),
      });
    const found = await call(
      'GET',
      `/api/channel/search?keyword=${keys[2]}&group=&model=`,
      z.array(z.object({ id: z.number(), key: z.literal('') })),
    );
    expect(found).toHaveLength(1);
    await call('DELETE', `/api/channel/${found[0]?.id}/`, nothing);
    const [kept] = await call(
      'GET',
      '/api/channel/search?keyword=kept&group=&model=',
      z.array(z.object({ id: z.number() })),
    );
    await call('PUT', '/api/channel/', nothing, { id: kept?.id, key: keys[1] });
    await call('GET', `/api/channel/fetch_models/${kept?.id}`, nothing);
    for (const name of ['kept', 'gone'])
      await call('POST', '/api/token/', nothing, { name, remain_quota: 0, expired_time: -1, unlimited_quota: true });
    const tokens = await call('GET', '/api/token/?p=0&size=10', z.array(token));
    const one = tokens.find(({ name }) => name === 'kept');
    expect(await call('GET', `/api/token/search?keyword=&token=${one?.key.slice(7, 30)}`, z.array(token))).toEqual([
      one,
    ]);
    await fetch(`${product.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer sk-${one?.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] }),
    }).then((answer) => answer.text());
    expect(asked).toEqual(expect.arrayContaining([`Bearer ${keys[1]}`]));
    await call('DELETE', `/api/token/${tokens.find(({ name }) => name === 'gone')?.id}/`, nothing);
    const batch = { name: 'gift', quota: 5, count: 3, command_id: randomUUID() };
    const codes = await call('POST', '/api/redemption/', z.array(z.string()), batch);
    expect(await call('POST', '/api/redemption/', z.array(z.string()), batch)).toEqual(codes);
    await call('POST', '/api/user/topup', nothing, { key: codes[0] });
    const listed = await call(
      'GET',
      '/api/redemption/?p=1&page_size=100',
      z.object({ items: z.array(z.object({ id: z.number(), key: z.string() })) }),
    );
    expect(listed.items.map(({ key }) => key)).toEqual(expect.arrayContaining([...codes]));
    await call('DELETE', `/api/redemption/${listed.items.find(({ key }) => key === codes[1])?.id}/`, nothing);
    await eventually('acts are in the ledger', async () => (await product.run('verify')).code === 0);
    return [...keys, ...tokens.map(({ key }) => key), ...codes];
  }

  /** Nothing in data folder, backup, logs: while it runs, and when everything was killed. */
  async function expectNone(product: Product, secrets: readonly string[]): Promise<void> {
    const backup = join(folder, 'backup');
    expect(await product.run('backup', backup)).toMatchObject({
      code: 0,
      output: expect.stringContaining('encrypted under master key'),
    });
    expect(foundIn(backup, secrets)).toEqual([]);
    expect(foundIn(product.dataDir, secrets)).toEqual([]);
    expect(secrets.filter((secret) => (logs + product.output).includes(secret))).toEqual([]);
    await product.kill();
    expect(foundIn(product.dataDir, secrets)).toEqual([]);
  }

  it(
    'stand nowhere in clear on a new installation',
    async () => {
      const product = made();
      await product.start();
      const secrets = await worked(product);
      expect(statSync(join(product.dataDir, 'master.key')).mode & PERMISSIONS).toBe(0o600);
      await expectNone(product, secrets);
    },
    LIMIT_MS,
  );

  it(
    'are gone from an installation of the release before that was upgraded in place, and serve as before',
    async () => {
      const product = made();
      expect(await product.run('restore', BEFORE)).toMatchObject({ code: 0 });
      await asLongUsed(product);
      // Otherwise nothing would be found below either.
      const before = foundIn(product.dataDir, ALL_BEFORE);
      for (const secret of ALL_BEFORE) expect(before.join('\n')).toContain(secret);
      expect(before.filter((place) => place.includes('pg_wal'))).not.toEqual([]);

      await product.start();
      await eventually('it is sealed', () => {
        logs += product.output;
        return logs.includes(SEALED);
      });
      const call = await console(product);
      const told = await call('GET', '/api/option/secrets', z.array(z.object({ key: z.string(), set: z.boolean() })));
      expect(told.filter(({ set }) => set).map(({ key }) => key)).toEqual(Object.keys(OPTIONS_BEFORE));
      const tokens = await call('GET', '/api/token/?p=0&size=10', z.array(token));
      expect(Object.fromEntries(tokens.map(({ name, key }) => [name, key]))).toEqual({
        one: secretsBefore.tokens['one'],
        two: secretsBefore.tokens['two'],
      });
      await call('PUT', '/api/channel/', z.unknown(), { id: 1, base_url: address() });
      await call('GET', '/api/channel/fetch_models/1', z.unknown());
      expect(asked).toEqual([`Bearer ${secretsBefore.channels[0]}`]);
      expect(await call('POST', '/api/user/topup', z.number(), { key: secretsBefore.codes[2] })).toBe(500);
      const added = await worked(product);
      await expectNone(product, [...ALL_BEFORE, ...added]);
    },
    LIMIT_MS,
  );

  /** Samples for the planner, dead row versions, and segments of the write-ahead log that are kept for later. */
  async function asLongUsed(product: Product): Promise<void> {
    const server = await borrowEmbeddedPostgres({ dataDir: product.dataDir, log: () => undefined });
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const tables = ['channels', 'tokens', 'codes'].map((table) => `directory.${table}`);
    for (const [key, value] of Object.entries(OPTIONS_BEFORE))
      await client.query('insert into directory.options (key, value) values ($1, $2)', [key, value]);
    for (let round = 0; round < 3; round += 1) {
      for (const table of tables) await client.query(`update ${table} set name = name || ' '; analyze ${table}`);
      await client.query("update directory.options set value = value || ''; analyze directory.options");
      await client.query('select pg_switch_wal()');
      await client.query('checkpoint');
    }
    for (const table of tables) await client.query(`update ${table} set name = trim(name)`);
    await client.end();
    await server.stop();
  }

  it(
    'stay where a relay of the release before reads them as long as it has a till, and are served by both; then they are sealed',
    async () => {
      const database = await freshDatabase();
      const pool = new pg.Pool({ connectionString: database.url });
      await migrateDirectory(pool);
      await pool.query('insert into directory.ledger_schema (number) values (1)');
      // As that release writes it, which does not know the number.
      await pool.query("insert into directory.tills (till_id, relay_id) values ('till-old', 'old')");
      const heart = setInterval(
        () => void pool.query("update directory.tills set beat = beat + 1 where till_id = 'till-old'"),
        HEARTBEAT_MS,
      );
      try {
        const product = made({ DATABASE_URL: database.url, MASTER_KEY: testMasterKey() });
        await product.start();
        const call = await console(product);
        await call('POST', '/api/channel/', z.unknown(), channelNamed('kept', 'sk-of-both'));
        const body = { name: 'kept', remain_quota: 0, expired_time: -1, unlimited_quota: true };
        await call('POST', '/api/token/', z.unknown(), body);
        const [one] = await call('GET', '/api/token/?p=0&size=10', z.array(token));
        const ask = async () => {
          const answer = await fetch(`${product.url}/v1/models`, {
            headers: { authorization: `Bearer sk-${one?.key}` },
          });
          return answer.status;
        };
        expect(await ask()).toBe(200);
        // The queries of the release before.
        expect((await pool.query('select id from directory.tokens where key = $1', [one?.key])).rowCount).toBe(1);
        expect((await pool.query('select key from directory.channels')).rows).toEqual([{ key: 'sk-of-both' }]);

        clearInterval(heart);
        await pool.query("delete from directory.tills where till_id = 'till-old'");
        await eventually('it is sealed', () => product.output.includes(SEALED));
        await expect(pool.query('select key from directory.channels')).rejects.toThrow('column "key" does not exist');
        expect(await ask()).toBe(200);
        expect(await call('GET', '/api/token/?p=0&size=10', z.array(token))).toEqual([one]);
        expect(asked).toEqual([]);
        await call('GET', '/api/channel/fetch_models/1', z.unknown());
        expect(asked).toEqual(['Bearer sk-of-both']);
      } finally {
        clearInterval(heart);
        await Promise.all(products.map((product) => product.stop()));
        await pool.end();
        await database.drop();
      }
    },
    LIMIT_MS,
  );

  it(
    'cannot be read without their master key: the start refuses, and so does a restore',
    async () => {
      const product = made();
      await product.start();
      await eventually('the ledger is sealed', async () => (await product.run('ledger-key')).code === 0);
      const backup = join(folder, 'backup');
      expect(await product.run('backup', backup)).toMatchObject({ code: 0 });
      await product.stop();
      const LEDGER_KEY_FILE = join(product.dataDir, 'ledger-key.pem');
      const [file, aside] = [join(product.dataDir, 'master.key'), join(folder, 'aside')];
      renameSync(file, aside);
      await expect(product.start()).rejects.toThrow(
        /encrypted under master key [0-9a-f]{16}, and .*master.key is not there/u,
      );
      await expect(product.start({ MASTER_KEY: testMasterKey() })).rejects.toThrow(
        /encrypted under master key [0-9a-f]{16}, and MASTER_KEY holds [0-9a-f]{16}/u,
      );
      const other = made();
      expect(await other.run('restore', backup)).toMatchObject({
        code: 1,
        output: expect.stringMatching(/secrets of the backup are encrypted under master key [0-9a-f]{16}/u),
      });
      expect(await other.runWith({ MASTER_KEY_FILE: aside, LEDGER_KEY_FILE }, 'restore', backup)).toMatchObject({
        code: 0,
      });
      copyFileSync(aside, join(other.dataDir, 'master.key'));
      chmodSync(join(other.dataDir, 'master.key'), 0o644);
      await expect(other.start()).rejects.toThrow('chmod 600');
      await other.start({ MASTER_KEY_FILE: aside, LEDGER_KEY_FILE });
    },
    LIMIT_MS,
  );

  it(
    'are encrypted anew under a new master key, and then the earlier one opens nothing',
    async () => {
      const product = made();
      await product.start();
      await worked(product);
      expect(await product.run('rotate-master-key', '--new')).toMatchObject({
        code: 1,
        output: expect.stringContaining('it would not know the new key'),
      });
      await product.stop();
      const earlier = readFileSync(join(product.dataDir, 'master.key'), 'utf8').trim();
      expect(await product.run('rotate-master-key', '--new')).toMatchObject({
        code: 0,
        output: expect.stringMatching(/Every secret is encrypted under master key [0-9a-f]{16}; [1-9]\d* were/u),
      });
      const [newest, ...others] = readFileSync(join(product.dataDir, 'master.key'), 'utf8').trim().split('\n');
      expect(others).toEqual([earlier]);
      expect(await product.run('rotate-master-key')).toMatchObject({
        code: 0,
        output: expect.stringContaining('; 0 were encrypted anew'),
      });
      await expect(product.start({ MASTER_KEY: earlier })).rejects.toThrow('encrypted under master key');
      await product.start({ MASTER_KEY: newest ?? '' });
      const call = await console(product);
      const [kept] = await call('GET', '/api/token/?p=0&size=10', z.array(token));
      expect(kept?.key).toMatch(/^[0-9A-Za-z]{48}$/u);
    },
    LIMIT_MS,
  );
});
