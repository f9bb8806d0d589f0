import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildProduct, Product } from '../../test/testing/product.ts';

const LIMIT_MS = 120_000;
const EVENTS = 2_000;

describe('npm run rehearse', () => {
  let nowhere: Product;
  beforeAll(() => {
    buildProduct();
    nowhere = new Product();
  }, LIMIT_MS);
  afterAll(() => nowhere.discard(), LIMIT_MS);

  it(
    'moves a made ledger there and back, and says that it came back as it went',
    async () => {
      const { code, output } = await nowhere.run('rehearse', String(EVENTS));
      expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/The digests are equal: [0-9a-f]+/) });
    },
    LIMIT_MS,
  );

  it.each([
    [['many'], 'many is no number of events'],
    [[], 'npm run rehearse -- COUNT'],
  ])(
    'says what is wrong with %j',
    async (parameters, message) => {
      const refused = await nowhere.run('rehearse', ...parameters);
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(message) });
    },
    LIMIT_MS,
  );
});
