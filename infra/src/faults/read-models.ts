import { createHash } from 'node:crypto';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { liveCheckpoints } from '@ledgate/projections/schema/checkpoints';
import { contentsOf } from '@ledgate/projections/testing/contents';
import type { Pool } from 'pg';
import { eventually } from '../testing/eventually.ts';

/** Events that nobody asked for (a till that is rotated) may come at any moment: then both digests are taken anew. */
const TRIES_MAX = 3;

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

async function digest(pool: Pool): Promise<string> {
  const hash = createHash('sha256');
  for (const row of await contentsOf(pool)) hash.update(row).update('\n');
  return hash.digest('hex');
}

/** Digests of all read models as they are, and as `rebuild` makes them anew from the same events. */
export async function digestsAroundRebuild(installation: Installation, rebuild: () => Promise<unknown>): Promise<{ readonly before: string; readonly after: string }> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const from = await caughtUp(installation);
    const before = await digest(installation.pool);
    await rebuild();
    const to = await caughtUp(installation);
    const after = await digest(installation.pool);
    if (from === to && to === await installation.ledger.head()) return { before, after };
  }
  throw new Error(`the ledger grew ${TRIES_MAX} times while the read models were rebuilt, although nobody calls`);
}
