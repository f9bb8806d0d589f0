import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { buildProduct, Product } from '../../test/testing/product.ts';
import { ConsoleClient } from '../console-client/console-client.ts';

const LIMIT_MS = 180_000;
const CHARGES = 3_000;
/** Eight beside each four hundred charges, or what is left of them. */
const FAILED = 64;
const total = z.object({ total: z.number() });

describe('npm run load', () => {
  const product = new Product();
  beforeAll(() => buildProduct(), LIMIT_MS);
  afterEach(() => product.discard(), LIMIT_MS);

  it(
    'fills an empty folder with an installation whose books are true, and no other',
    async () => {
      expect(await product.run('load', String(CHARGES))).toMatchObject({ code: 0 });
      const again = await product.run('load', String(CHARGES));
      expect([again.code, again.output]).toEqual([1, expect.stringContaining('only an empty place is filled')]);

      await product.start();
      const root = await ConsoleClient.signedIn(product.url, 'root', '123456');
      const totalOf = async (path: string): Promise<number> => (await root.get(path, total)).total;
      expect(await totalOf('/api/log/?type=2&p=1&page_size=10')).toBe(CHARGES);
      expect(await totalOf('/api/log/?status=503&p=1&page_size=10')).toBe(FAILED);
      expect(await totalOf('/api/log/?tag=team%3Dsearch&p=1&page_size=10')).toBeGreaterThan(CHARGES / 20);
      expect(await totalOf('/api/user/topups?p=1&page_size=10')).toBe(CHARGES / 10);
      const { output } = await product.run('verify');
      expect(output).toContain('The books are true');
    },
    LIMIT_MS,
  );

  it.each(['', '0', 'many', '1 2'])('says how it is used when called with "%s"', async (words) => {
    const parameters = words.split(' ').filter((word) => word !== '');
    const { code, output } = await product.run('load', ...parameters);
    expect([code, output]).toEqual([1, expect.stringContaining('npm run load -- CHARGES')]);
  });
});
