import { createHash } from 'node:crypto';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { liveCheckpoints } from '@ledgate/projections/schema/checkpoints';
import { contentsOf } from '@ledgate/projections/testing/contents';
import type { Pool } from 'pg';
import { eventually } from '../testing/eventually.ts';

type Installation = { readonly pool: Pool; readonly ledger: Pick<EventStore, 'head'> };

/** Ends when every event that is in the ledger now is in the read models; answers the position of the last. */
export async function caughtUp({ pool, ledger }: Installation): Promise<number> {
  const head = await ledger.head();
  await eventually('the read models have all that was in the ledger', async () => {
    const { positions } = await liveCheckpoints(pool);
    if (Math.min(...positions) >= head) return true;
    throw new Error(`ledger ${head}, read models ${positions.join(' ')}`);
  });
  return head;
}

/** Of everything that the live read models hold. */
export async function digestOf(pool: Pool): Promise<string> {
  const hash = createHash('sha256');
  for (const row of await contentsOf(pool)) hash.update(row).update('\n');
  return hash.digest('hex');
}
