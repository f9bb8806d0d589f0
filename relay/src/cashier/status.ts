import type { CashierStatus } from './cashier.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { CashierLimits } from './limits.ts';
import type { StoreRefusals } from './store-refusals.ts';
import type { StoreSilence } from './store-silence.ts';
import type { Till } from './till.ts';

/** What decides whether anything can be reserved now. */
export type Readiness = {
  readonly current: Till | undefined;
  readonly heartbeat: Pick<Heartbeat, 'alive' | 'ageMs' | 'speaksFor'>;
  readonly silence: Pick<StoreSilence, 'ms'>;
  readonly refusals: Pick<StoreRefusals, 'ms'>;
  readonly limits: Pick<CashierLimits, 'storeSilenceMaxMs' | 'storeRefusedMaxMs'>;
  readonly closing: boolean;
};

type Counted = {
  readonly tills: ReadonlySet<Till>;
  readonly waiting: number;
};

/** Why nothing can be reserved now; undefined while all is well. */
export function unreadinessOf({
  current,
  heartbeat,
  silence,
  refusals,
  limits,
  closing,
}: Readiness): string | undefined {
  if (closing) return 'this process takes no more requests';
  if (!heartbeat.alive()) return `the last heartbeat that arrived was sent ${Math.round(heartbeat.ageMs())} ms ago`;
  if (silence.ms() >= limits.storeSilenceMaxMs)
    return `the event store has not answered for ${Math.round(silence.ms())} ms`;
  if (refusals.ms() >= limits.storeRefusedMaxMs)
    return `the event store has refused an append for ${Math.round(refusals.ms())} ms`;
  if (current === undefined) return 'no till is open';
  return heartbeat.speaksFor(current.tillId) ? undefined : 'no heartbeat speaks for the open till';
}

/** Counted when somebody asks; requests pay nothing for it. */
export function statusOf({ tills, waiting, ...readiness }: Readiness & Counted): CashierStatus {
  const byStatus = { open: 0, retiring: 0, closing: 0, fenced: 0 };
  let [leases, running] = [0, 0];
  for (const till of tills) {
    if (till.status !== 'closed') byStatus[till.status] += 1;
    leases += till.leases.size;
    running += till.running;
  }
  return {
    unready: unreadinessOf(readiness),
    heartbeatAgeMs: readiness.heartbeat.ageMs(),
    storeRefusedMs: readiness.refusals.ms(),
    tills: byStatus,
    leases,
    running,
    waiting,
  };
}
