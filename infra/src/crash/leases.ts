import { openLeases } from '@ledgate/projections/queries/leases';
import pg from 'pg';
import { connectionOf } from '../embedded-postgres/embedded-postgres.ts';
import type { Product } from '../testing/product.ts';

const GONE_WITHIN_MS = 15_000;
const POLL_MS = 100;

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
    const deadline = performance.now() + GONE_WITHIN_MS;
    for (;;) {
      const left = await openLeases(pool);
      if (left.length === 0) return;
      if (performance.now() > deadline) throw new Error(`${left.length} leases are still open, for instance ${JSON.stringify(left[0])}`);
      await new Promise((resolve) => { setTimeout(resolve, POLL_MS); });
    }
  } finally {
    await pool.end();
  }
}
