import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { buildProduct, Product } from '../../../test/testing/product.ts';

const LIMIT_MS = 120_000;

describe('npm start on a data folder that it cannot have', () => {
  const products: Product[] = [];
  beforeAll(() => buildProduct(), LIMIT_MS);
  afterEach(async () => {
    await Promise.all(products.splice(0).map((product) => product.discard()));
  }, LIMIT_MS);

  const productOf = (environment: Readonly<Record<string, string>> = {}): Product => {
    const product = new Product(environment);
    products.push(product);
    return product;
  };

  it(
    'is refused while another one runs there, which it names and does not disturb',
    async () => {
      const first = productOf();
      await first.start();
      const second = productOf({ DATA_DIR: first.dataDir });
      await expect(second.start()).rejects.toThrow(
        `another Ledgate (process ${first.pid}) is running on ${first.dataDir}; stop it, or set DATA_DIR to another folder`,
      );
      expect(await second.exited()).toBe(1);
      expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
    },
    LIMIT_MS,
  );

  it(
    'is refused below a file',
    async () => {
      const product = productOf();
      const file = join(product.dataDir, 'file');
      writeFileSync(file, '');
      const refused = productOf({ DATA_DIR: join(file, 'data') });
      await expect(refused.start()).rejects.toThrow(`${join(file, 'data')} is not a folder; set DATA_DIR to a folder`);
      expect(await refused.exited()).toBe(1);
    },
    LIMIT_MS,
  );
});
