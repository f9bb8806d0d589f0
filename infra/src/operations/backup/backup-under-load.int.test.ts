import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { accountOfStream } from '@ledgate/domain/account/events';
import { trialBalance } from '@ledgate/projections/queries/trial-balance';
import { testMasterKey } from '@ledgate/projections/testing/directory-keys';
import { type FreshDatabase, freshDatabase } from '@ledgate/projections/testing/fresh-database';
import { readEnvironment } from '../../server/config/config.ts';
import { CALL_PRICE, CrashWorld } from '../../../test/crash/world.ts';
import { ProtocolDouble } from '../../../test/doubles/eventstoredb/protocol-double.ts';
import { ledgerOf } from '../ledger-copy/ledger.ts';
import { summaryOf } from '../ledger-copy/ledger-summary.ts';
import { openPlace } from '../relocation/place.ts';
import { eventually } from '../../../test/testing/eventually.ts';
import { casesInFull } from '../../../test/testing/in-full.ts';
import { testLedgerKey } from '../../../test/testing/ledger-key.ts';
import { Load } from '../../../test/testing/load.ts';
import { expectServed } from '../../../test/testing/metered-request.ts';
import { buildProduct, Product } from '../../../test/testing/product.ts';
import { readManifest } from './manifest.ts';

const LIMIT_MS = 240_000;
const CREDITS = 100_000 * CALL_PRICE;

beforeAll(() => buildProduct(), LIMIT_MS);

type Servers = () => Promise<Readonly<Record<string, string>>>;
type Way = readonly [from: string, to: string, source: Servers, target: Servers];

describe('a backup that is taken while the product serves and people come', () => {
  let folder: string;
  let running: Product;
  let world: CrashWorld;
  const ends: (() => Promise<unknown> | unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  }, LIMIT_MS);

  const open = async (environment: Readonly<Record<string, string>>): Promise<Product> => {
    const product = new Product({ MASTER_KEY: testMasterKey(), LEDGER_KEY: testLedgerKey(), ...environment });
    ends.push(() => product.discard());
    return product;
  };
  const clusterServers = async (): Promise<Readonly<Record<string, string>>> => {
    const [double, database]: [ProtocolDouble, FreshDatabase] = await Promise.all([
      ProtocolDouble.start(),
      freshDatabase(),
    ]);
    ends.push(
      () => double.stop(),
      () => database.drop(),
    );
    return { EVENTSTORE_URL: double.url, DATABASE_URL: database.url };
  };

  /** Serves calls and takes people on while `work` goes on; answers what the callers saw. */
  async function underLoad(work: (load: Load) => Promise<void>): Promise<Load> {
    const spenders = await Promise.all([world.spender(CREDITS), world.spender(CREDITS)]);
    const load = new Load(running.url, world.model);
    load.start(
      spenders.map(({ key }) => key),
      8,
    );
    let isWorking = true;
    const arrivals = Promise.all(
      [1, 2].map(async () => {
        while (isWorking) await world.spender(CALL_PRICE);
      }),
    );
    await eventually('some calls are served', () => load.calls.filter(({ complete }) => complete).length > 50);
    await work(load);
    isWorking = false;
    await arrivals;
    await load.end();
    return load;
  }

  it.each(
    casesInFull<Way>(
      [['embedded', 'a cluster', async () => ({}), clusterServers]],
      [
        ['embedded', 'embedded', async () => ({}), async () => ({})],
        ['a cluster', 'a cluster', clusterServers, clusterServers],
      ],
    ),
  )(
    'of %s is restored as %s: true books, each account with its row, and it serves',
    async (_from, _to, source, target) => {
      folder = mkdtempSync(join(tmpdir(), 'ledgate-backup-'));
      ends.push(() => rmSync(folder, { recursive: true }));
      running = await open(await source());
      await running.start();
      world = await CrashWorld.open(running);
      ends.push(() => world.upstream.close());
      const backup = join(folder, 'third');
      const load = await underLoad(async ({ calls }) => {
        for (const name of ['first', 'second', 'third']) {
          const before = calls.length;
          expect(await running.run('backup', join(folder, name))).toMatchObject({
            code: 0,
            output: expect.stringContaining('It holds secrets'),
          });
          await eventually('calls are served on', () => calls.length > before + 10);
        }
      });
      expect(load.calls.filter(({ complete }) => !complete)).toEqual([]);
      await running.stop();

      const { ledger: said } = readManifest(readFileSync(join(backup, 'backup.json'), 'utf8'));
      const environment = await target();
      const restored = await open(environment);
      expect(await restored.run('restore', backup)).toMatchObject({
        code: 0,
        output: expect.stringContaining('the books are true'),
      });
      expect(await restored.run('verify')).toMatchObject({
        code: 0,
        output: expect.stringContaining('The books are true'),
      });

      const place = await openPlace(readEnvironment({ ...environment, DATA_DIR: restored.dataDir }), { makes: false });
      const [summary, books] = await Promise.all([summaryOf(await ledgerOf(place.store)), trialBalance(place.pool)]);
      expect([summary.events, summary.digest]).toEqual([said.events, said.digest]);
      expect(
        Object.fromEntries(
          books.accounts
            .filter(({ balance }) => balance !== 0n)
            .map(({ account, balance }) => [account, String(balance)]),
        ),
      ).toEqual(Object.fromEntries(Object.entries(said.trialBalance).filter(([, balance]) => balance !== '0')));
      const ids = (rows: readonly { readonly id: string }[]) => new Set(rows.map(({ id }) => Number(id)));
      const users = ids((await place.pool.query<{ id: string }>('select id from directory.users')).rows);
      const owed = ids(
        (
          await place.pool.query<{ id: string }>(
            "select substring(stream from '[0-9]+$') as id from directory.outbox where stream like 'account-%'",
          )
        ).rows,
      );
      const accounts = new Set([...summary.streams.keys()].flatMap((stream) => accountOfStream(stream) ?? []));
      expect([...accounts].filter((id) => !users.has(id))).toEqual([]);
      expect([...users].filter((id) => !accounts.has(id as never) && !owed.has(id))).toEqual([]);
      await place.close();

      restored.port = running.port;
      await restored.start();
      await expectServed(world, restored);
      expect(await restored.run('verify')).toMatchObject({ code: 0 });
    },
    LIMIT_MS,
  );

  it(
    'is restored as a cluster on this machine, not over an installation, nor without a backup',
    async () => {
      running = await open({});
      await running.start();
      folder = mkdtempSync(join(tmpdir(), 'ledgate-backup-'));
      ends.push(() => rmSync(folder, { recursive: true }));
      expect(await running.run('backup', join(folder, 'one'))).toMatchObject({ code: 0 });
      expect(await running.run('restore', join(folder, 'one'))).toMatchObject({
        code: 1,
        output: expect.stringContaining(`another Ledgate (process ${running.pid}) is running on`),
      });
      await running.stop();
      expect(await running.run('restore', join(folder, 'one'))).toMatchObject({
        code: 1,
        output: expect.stringContaining('is not empty: it holds an installation'),
      });
      const other = await open({});
      expect(await other.run('restore', join(folder, 'one'), '--to', 'cluster')).toMatchObject({
        code: 0,
        output: expect.stringContaining(`the cluster in ${other.dataDir} is the installation as it was at`),
      });
      expect(await other.run('verify')).toMatchObject({ code: 0 });
      expect(await other.run('backup', join(folder, 'two'))).toMatchObject({ code: 0 });
      const [one, two] = ['one', 'two'].map(
        (name) => readManifest(readFileSync(join(folder, name, 'backup.json'), 'utf8')).ledger,
      );
      expect([two?.digest, two?.trialBalance]).toEqual([one?.digest, one?.trialBalance]);
      expect(await other.run('restore', folder)).toMatchObject({
        code: 1,
        output: expect.stringContaining('is no backup'),
      });
      expect(await other.run('restore')).toMatchObject({
        code: 1,
        output: expect.stringContaining('npm run restore -- FOLDER'),
      });
      expect(await (await open({})).run('backup', folder)).toMatchObject({
        code: 1,
        output: expect.stringContaining('there is no ledger in'),
      });
    },
    LIMIT_MS,
  );
});
