import { type Cut, cutAt, type Instant } from '@ledgate/projections/queries/balance-at';
import { refusedAt, type Refused } from '../http/answer.ts';
import type { AnyCall } from '../http/call.ts';
import { readToHead } from '../http/read-to-head.ts';
import type { ApiPorts } from '../ports.ts';

/**
 * Where an instant cuts the ledger. What is settled is told at once, the present and what lies ahead as of when the call came; for that the call waits, 5 s at
 * most, and then the present is what the read models know, but what was is refused rather than told from a part of it. Throws StoreUnavailable.
 */
export async function cutOf(
  ports: Pick<ApiPorts, 'db' | 'store'>,
  { session, nowMs }: Pick<AnyCall, 'session' | 'nowMs'>,
  instant: Instant,
): Promise<Cut | Refused> {
  const settled = await cutAt(ports.db, ports.store, instant);
  if (settled.isSettled) return settled;
  const isReached = await readToHead(ports, session);
  const cut = await cutAt(ports.db, ports.store, instant);
  if (cut.isSettled || instant.basis === 'head') return cut;
  if (instant.basis === 'position')
    return instant.position > (await ports.store.head())
      ? refusedAt('position', { code: 'position_ahead' })
      : refusedAt('position', { code: 'read_models_behind' });
  return isReached || instant.atMs >= nowMs ? cut : refusedAt('at_ms', { code: 'read_models_behind' });
}
