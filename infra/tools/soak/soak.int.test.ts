import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { buildProduct, Product } from '../../test/testing/product.ts';

const LIMIT_MS = 240_000;
const product = new Product();

beforeAll(buildProduct, LIMIT_MS);
afterAll(() => product.discard(), LIMIT_MS);

it(
  'a short soak at a low rate, with a limit of time that a busy machine keeps, holds: nobody is refused, nothing leaks, the books are true',
  async () => {
    const { code, output } = await product.run('soak', '--minutes', '0.4', '--rate', '20', '--answer-ms', '60000');
    expect(output).toContain('The books are true');
    expect(output).toContain('It holds.');
    expect(code).toBe(0);
  },
  LIMIT_MS,
);
