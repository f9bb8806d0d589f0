import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testMasterKey } from '@ledgate/projections/testing/directory-keys';
import { type FreshDatabase, freshDatabase } from '@ledgate/projections/testing/fresh-database';
import { z } from 'zod';
import { CALL_PRICE, CrashWorld } from '../../../test/crash/world.ts';
import { ProtocolDouble } from '../../../test/doubles/eventstoredb/protocol-double.ts';
import { eventually } from '../../../test/testing/eventually.ts';
import { testLedgerKey } from '../../../test/testing/ledger-key.ts';
import { Load } from '../../../test/testing/load.ts';
import { expectServed } from '../../../test/testing/metered-request.ts';
import { buildProduct, Product, programOf } from '../../../test/testing/product.ts';

const LIMIT_MS = 240_000;
const KILLED_WITHIN_MS = 2_500;

beforeAll(() => buildProduct(), LIMIT_MS);

describe('npm run migrate', () => {
  let double: ProtocolDouble;
  let database: FreshDatabase;
  let home: Product;
  /** The same port, but told of the cluster's servers. */
  let cluster: Product;
  /** Told of both. */
  let mover: Product;
  let world: CrashWorld;

  beforeEach(async () => {
    [double, database] = await Promise.all([ProtocolDouble.start(), freshDatabase()]);
    home = new Product({ MASTER_KEY: testMasterKey(), LEDGER_KEY: testLedgerKey() });
    await home.start();
    const servers = {
      MASTER_KEY: testMasterKey(),
      LEDGER_KEY: testLedgerKey(),
      EVENTSTORE_URL: double.url,
      DATABASE_URL: database.url,
    };
    [cluster, mover] = [new Product(servers), new Product({ ...servers, DATA_DIR: home.dataDir })];
    cluster.port = home.port;
    world = await CrashWorld.open(home);
  }, LIMIT_MS);
  afterEach(async () => {
    world.upstream.close();
    await Promise.all([cluster, mover, home].map((product) => product.discard()));
    await double.stop();
    await database.drop();
  }, LIMIT_MS);

  it(
    'brings people, their sessions and their balances to the cluster and back, and each place refuses while it is not the one',
    async () => {
      const ann = await world.spender(10 * CALL_PRICE);
      const session = await world.consoleOf(ann.username);
      const load = new Load(home.url, world.model);
      for (let call = 0; call < 3; call += 1)
        expect(await load.one(ann.key, call % 2 === 1)).toMatchObject({ status: 200 });
      expect(await mover.run('migrate', '--to', 'cluster')).toMatchObject({
        code: 1,
        output: expect.stringContaining(`another Ledgate (process ${home.pid}) is running on ${home.dataDir}`),
      });
      await home.stop();

      expect(await mover.run('migrate', '--to', 'cluster')).toMatchObject({
        code: 0,
        output: expect.stringContaining('Both ledgers are the same'),
      });
      await expect(home.start()).rejects.toThrow(
        /this installation has moved to the cluster of EventStoreDB 127\.0\.0\.1:\d+ and Postgres 127\.0\.0\.1:\d+\/test_/,
      );
      await cluster.start();
      expect((await session.get('/api/user/self', z.object({ username: z.string() }))).username).toBe(ann.username);
      expect(await world.account(ann)).toEqual({ used: 3 * CALL_PRICE, quota: 7 * CALL_PRICE });
      await expectServed(world, cluster);
      expect(await cluster.run('verify')).toMatchObject({ code: 0 });
      expect(await mover.run('migrate', '--to', 'embedded')).toMatchObject({
        code: 1,
        output: expect.stringContaining('is in use: a program'),
      });
      expect(await load.one(ann.key, false)).toMatchObject({ status: 200 });
      await cluster.stop();

      expect(await mover.run('migrate', '--to', 'embedded')).toMatchObject({ code: 0 });
      await expect(cluster.start()).rejects.toThrow(
        `this installation has moved to the embedded installation in ${home.dataDir}`,
      );
      await home.start();
      expect(await world.account(ann)).toEqual({ used: 4 * CALL_PRICE, quota: 6 * CALL_PRICE });
      await expectServed(world, home);
      expect(await home.run('verify')).toMatchObject({ code: 0 });
      await load.end();
    },
    LIMIT_MS,
  );

  it(
    'killed again and again is finished by the next run; so is what the product left when it was killed under load',
    async () => {
      const spenders = await Promise.all([world.spender(1_000 * CALL_PRICE), world.spender(1_000 * CALL_PRICE)]);
      const load = new Load(home.url, world.model);
      load.start(
        spenders.map(({ key }) => key),
        8,
      );
      while (load.calls.filter(({ complete }) => complete).length < 100) await sleep(10);
      await home.kill({ nodeOnly: true });
      await load.end();
      for (let killed = 0; ; killed += 1) {
        const migrating = spawn(process.execPath, [programOf('migrate'), '--to', 'cluster'], {
          stdio: ['ignore', 'ignore', 'pipe'],
          env: {
            ...process.env,
            DATA_DIR: home.dataDir,
            MASTER_KEY: testMasterKey(),
            LEDGER_KEY: testLedgerKey(),
            EVENTSTORE_URL: double.url,
            DATABASE_URL: database.url,
          },
        });
        let output = '';
        migrating.stderr.on('data', (bytes) => {
          output += String(bytes);
        });
        const timer =
          killed < 4
            ? setTimeout(() => migrating.kill('SIGKILL'), ((killed + Math.random()) * KILLED_WITHIN_MS) / 4)
            : undefined;
        const [code] = (await once(migrating, 'close')) as [number | null];
        clearTimeout(timer);
        if (code === null) continue;
        // A run that was killed between its last step and its exit leaves nothing to finish; the next one says so.
        if (killed > 0 && output.includes('already')) break;
        expect({ code, output }).toEqual({ code: 0, output: '' });
        break;
      }
      await cluster.start();
      for (const spender of spenders) {
        const charged = (await world.charges(spender)).reduce((sum, { quota }) => sum + quota, 0);
        expect(await world.account(spender)).toEqual({ used: charged, quota: 1_000 * CALL_PRICE - charged });
      }
      const served = load.calls.filter(({ complete }) => complete).map(({ serial }) => serial);
      const recorded = new Set(
        (await Promise.all(spenders.map((spender) => world.charges(spender)))).flat().map(({ serial }) => serial),
      );
      expect(served.filter((serial) => !recorded.has(serial))).toEqual([]);
      expect(await cluster.run('verify')).toMatchObject({ code: 0 });
    },
    LIMIT_MS,
  );

  it(
    'brings an installation into a cluster on this machine and back',
    async () => {
      const ann = await world.spender(10 * CALL_PRICE);
      await eventually('the ledger is sealed', async () => (await home.run('ledger-key')).code === 0);
      await home.stop();
      const folder = mkdtempSync(join(tmpdir(), 'ledgate-local-'));
      const local = new Product({ DATA_DIR: folder });
      // A master key in a file of one place goes along to the other.
      writeFileSync(join(home.dataDir, 'master.key'), `${testMasterKey()}\n`, { mode: 0o600 });
      // So does a ledger key, without which nothing moves.
      const withoutKeys = { MASTER_KEY: '', LEDGER_KEY: '' };
      expect(await home.runWith(withoutKeys, 'migrate', '--to', 'cluster', '--local', folder)).toMatchObject({
        code: 1,
        output: expect.stringMatching(
          /the ledger is signed by ledger key [0-9a-f]{8}, and .*ledger-key\.pem is not there/u,
        ),
      });
      writeFileSync(join(home.dataDir, 'ledger-key.pem'), `${testLedgerKey()}\n`, { mode: 0o600 });
      expect(await home.runWith(withoutKeys, 'migrate', '--to', 'cluster', '--local', folder)).toMatchObject({
        code: 0,
      });
      expect(readFileSync(join(folder, 'master.key'), 'utf8')).toBe(`${testMasterKey()}\n`);
      expect(readFileSync(join(folder, 'ledger-key.pem'), 'utf8')).toBe(`${testLedgerKey()}\n`);
      expect(await local.run('ledger-key')).toMatchObject({ code: 0 });
      expect(await local.run('verify')).toMatchObject({
        code: 0,
        output: expect.stringContaining('The books are true'),
      });
      expect(await home.run('migrate', '--to', 'cluster', '--local', folder, '--undo')).toMatchObject({
        code: 0,
        output: expect.stringContaining('may be started again'),
      });
      expect(await home.run('migrate', '--to', 'cluster', '--local', folder)).toMatchObject({ code: 0 });
      expect(await home.run('migrate', '--to', 'embedded', '--local', folder)).toMatchObject({ code: 0 });
      await home.start();
      expect(await world.account(ann)).toEqual({ used: 0, quota: 10 * CALL_PRICE });
      await local.discard();
      rmSync(folder, { recursive: true });
    },
    LIMIT_MS,
  );
});

describe('npm run migrate with wrong parameters', () => {
  it.each([
    [['--to', 'nowhere'], '--to nowhere is neither cluster nor embedded'],
    [[], 'npm run migrate -- --to cluster'],
    [['--to', 'cluster', '--fast'], '--fast'],
    [['--to', 'cluster'], 'EVENTSTORE_URL must name the EventStoreDB of the cluster'],
  ])(
    'says what is wrong with %j',
    async (parameters, message) => {
      const nowhere = new Product();
      expect(await nowhere.run('migrate', ...parameters)).toMatchObject({
        code: 1,
        output: expect.stringContaining(message),
      });
      await nowhere.discard();
    },
    LIMIT_MS,
  );
});
