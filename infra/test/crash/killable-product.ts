import { afterAll, beforeAll } from '@jest/globals';
import type { Pace } from '../testing/serial-upstream.ts';
import { buildProduct, Product } from '../testing/product.ts';
import { CRASH_ENVIRONMENT } from './round.ts';
import { CrashWorld } from './world.ts';

const LIMIT_MS = 120_000;

/**
 * A product that the tests of a suite kill, with its clocks at a tenth, and the world it serves: started before the first of them, ended and
 * removed after the last. `pace` is its provider's.
 */
export function killableProduct(pace: Partial<Pace>): { readonly product: Product; readonly world: () => CrashWorld } {
  const product = new Product(CRASH_ENVIRONMENT);
  let opened: CrashWorld | undefined;
  const world = (): CrashWorld => {
    if (opened === undefined) throw new Error('the product has not been started');
    return opened;
  };

  beforeAll(async () => {
    buildProduct();
    await product.start();
    opened = await CrashWorld.open(product);
    opened.upstream.pace = { ...opened.upstream.pace, ...pace };
  }, LIMIT_MS);

  afterAll(async () => {
    opened?.upstream.close();
    await product.discard();
  }, LIMIT_MS);

  return { product, world };
}
