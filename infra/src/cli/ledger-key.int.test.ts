import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { foundIn } from '../../test/secrets/found-in.ts';
import { eventually } from '../../test/testing/eventually.ts';
import { testLedgerKey } from '../../test/testing/ledger-key.ts';
import { buildProduct, Product } from '../../test/testing/product.ts';
import { readManifest } from '../operations/backup/manifest.ts';

const LIMIT_MS = 240_000;
const ID = /key id {2}([0-9a-f]{8})/u;

beforeAll(() => buildProduct(), LIMIT_MS);

describe('npm run ledger-key', () => {
  let folder: string;
  const products: Product[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ledgate-keys-'));
  });
  afterEach(async () => {
    await Promise.all(products.splice(0).map((product) => product.discard()));
    rmSync(folder, { recursive: true });
  }, LIMIT_MS);

  const made = (environment: Readonly<Record<string, string>> = {}): Product => {
    const product = new Product(environment);
    products.push(product);
    return product;
  };
  /** Id of the key that is given, which the ledger knows. */
  const known = async (product: Product): Promise<string> => {
    const { code, output } = await product.run('ledger-key');
    return code === 0 ? (ID.exec(output)?.[1] ?? '') : '';
  };
  const sealed = async (product: Product): Promise<string> => {
    await eventually('the ledger is sealed', async () => (await known(product)) !== '');
    return known(product);
  };

  it(
    'tells of the key and changes it beside the product; a backup is restored with it, or with a new one',
    async () => {
      const product = made();
      expect(await product.run('ledger-key')).toMatchObject({
        code: 1,
        output: expect.stringContaining('no ledger in'),
      });
      await product.start();
      const first = await sealed(product);
      const file = join(product.dataDir, 'ledger-key.pem');
      const [firstPem, outputs] = [readFileSync(file, 'utf8'), [] as string[]];
      const told = await product.run('ledger-key');
      outputs.push(told.output);
      expect(told.output).toMatch(
        /^origin {2}ledgate\/[0-9a-f-]{36}\nvkey {4}ledgate\/[0-9a-f-]{36}\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+\nkey id {2}[0-9a-f]{8}\nIt is the ledger's key\.\n$/u,
      );
      const before = join(folder, 'before');
      const saved = await product.run('backup', before);
      expect(saved).toMatchObject({ code: 0, output: expect.stringContaining(`signed by ledger key ${first}`) });
      outputs.push(saved.output);

      const change = await product.run('ledger-key', '--change');
      outputs.push(change.output);
      expect(change).toMatchObject({ code: 0, output: expect.stringContaining(`kept as ${file}.${first}`) });
      const second = await sealed(product);
      expect([second === first, readFileSync(`${file}.${first}`, 'utf8')]).toEqual([false, firstPem]);
      const after = join(folder, 'after');
      expect(await product.run('backup', after)).toMatchObject({ code: 0 });
      const ids = [before, after].map(
        (path) => readManifest(readFileSync(join(path, 'backup.json'), 'utf8')).ledger.signingKey?.id,
      );
      expect(ids).toEqual([first, second]);
      expect(await product.run('verify')).toMatchObject({ code: 0 });
      await product.stop();
      expect(await known(product)).toBe(second);

      const MASTER_KEY_FILE = join(product.dataDir, 'master.key');
      const [good, renewed] = [made({ MASTER_KEY_FILE }), made({ MASTER_KEY_FILE })];
      const refused = await good.run('restore', after);
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(`signed by ledger key ${second}`) });
      for (const way of ['LEDGER_KEY or LEDGER_KEY_FILE', 'ledger-key.pem', '--new-ledger-key'])
        expect(refused.output).toContain(way);
      expect(readdirSync(good.dataDir)).toEqual([]);
      copyFileSync(file, join(good.dataDir, 'ledger-key.pem'));
      expect(await good.run('restore', after)).toMatchObject({ code: 0 });
      expect(await known(good)).toBe(second);

      const lost = await renewed.run('restore', after, '--new-ledger-key');
      outputs.push(lost.output);
      expect(lost).toMatchObject({ code: 0, output: expect.stringContaining('Seals are signed with ledger key') });
      const third = await known(renewed);
      expect([first, second, '']).not.toContain(third);
      await renewed.start();
      expect(await sealed(renewed)).toBe(third);
      expect(await renewed.run('verify')).toMatchObject({ code: 0 });
      outputs.push(product.output, renewed.output);

      const secrets = [firstPem, readFileSync(file, 'utf8')].map((pem) => pem.split('\n')[1] ?? '');
      expect(secrets.map((secret) => secret.length)).toEqual([64, 64]);
      expect(foundIn(before, secrets)).toEqual([]);
      expect(foundIn(after, secrets)).toEqual([]);
      expect(secrets.filter((secret) => outputs.join('').includes(secret))).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'writes the new one of LEDGER_KEY to a file, and refuses what makes no sense',
    async () => {
      const product = made({ LEDGER_KEY: testLedgerKey().replaceAll('\n', '\\n') });
      await product.start();
      const first = await sealed(product);
      expect(readdirSync(product.dataDir)).not.toContain('ledger-key.pem');
      const file = join(folder, 'new.pem');
      expect(await product.run('ledger-key', '--change')).toMatchObject({
        code: 1,
        output: expect.stringContaining('--to FILE'),
      });
      expect(await product.run('ledger-key', '--to', file)).toMatchObject({
        code: 1,
        output: expect.stringContaining('make sense beside --change only'),
      });
      expect(await product.run('ledger-key', '--change', '--to', file)).toMatchObject({
        code: 0,
        output: expect.stringContaining('set LEDGER_KEY anew from it on every host of a worker'),
      });
      expect(await product.run('ledger-key')).toMatchObject({
        code: 1,
        output: expect.stringMatching(/The ledger is signed by key [0-9a-f]{8}, and this is another one/u),
      });
      expect(await product.runWith({ LEDGER_KEY: 'nonsense' }, 'ledger-key')).toMatchObject({
        code: 1,
        output: expect.stringContaining('LEDGER_KEY is wrong: it holds no PEM'),
      });
      await product.stop();
      await expect(product.start({ LEDGER_KEY: 'nonsense' })).rejects.toThrow('LEDGER_KEY is wrong: it holds no PEM');
      const anew = { LEDGER_KEY: readFileSync(file, 'utf8') };
      await product.start(anew);
      const { code, output } = await product.runWith(anew, 'ledger-key');
      expect([code, ID.exec(output)?.[1] === first]).toEqual([0, false]);
      expect(await product.runWith(anew, 'verify')).toMatchObject({ code: 0 });
    },
    LIMIT_MS,
  );
});
