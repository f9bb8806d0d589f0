import { openLeases } from '@ledgate/projections/queries/leases';
import pg from 'pg';
import { connectionOf } from '../../src/embedded/postgres/embedded-postgres.ts';
import { eventually } from '../testing/eventually.ts';
import type { Product } from '../testing/product.ts';

/** Waits until every lease of the product is settled; throws with those that are left. */
export async function expectNoLeases(product: Product): Promise<void> {
  const url = connectionOf(product.dataDir);
  if (url === undefined) throw new Error('the product has no database');
  await expectNoLeasesIn(url);
}

/** The same for whoever works on the database at `url`. */
export async function expectNoLeasesIn(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await eventually('every lease is settled', async () => {
      const left = await openLeases(pool);
      if (left.length > 0)
        throw new Error(`${left.length} leases are still open, for instance ${JSON.stringify(left[0])}`);
      return true;
    });
  } finally {
    await pool.end();
  }
}
