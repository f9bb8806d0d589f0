import type { CashierStanding } from './cashier.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { CashierLimits } from './limits.ts';
import type { StoreSilence } from './store-silence.ts';
import type { Till } from './till.ts';

/** What decides whether anything can be reserved now. */
export type Readiness = {
  readonly current: Till | undefined;
  readonly heartbeat: Pick<Heartbeat, 'alive' | 'ageMs'>;
  readonly silence: Pick<StoreSilence, 'ms'>;
  readonly limits: Pick<CashierLimits, 'storeSilenceMaxMs'>;
  readonly closing: boolean;
};

type Counted = {
  readonly tills: ReadonlySet<Till>;
  readonly waiting: number;
};

/** Why nothing can be reserved now; undefined while all is well. */
export function unreadinessOf({ current, heartbeat, silence, limits, closing }: Readiness): string | undefined {
  if (closing) return 'this process takes no more requests';
  if (!heartbeat.alive()) return `the last heartbeat that arrived was sent ${Math.round(heartbeat.ageMs())} ms ago`;
  if (silence.ms() >= limits.storeSilenceMaxMs)
    return `the event store has not answered for ${Math.round(silence.ms())} ms`;
  return current === undefined ? 'no till is open' : undefined;
}

/** Counted when somebody asks; requests pay nothing for it. */
export function standingOf({ tills, waiting, ...readiness }: Readiness & Counted): CashierStanding {
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
    tills: byStatus,
    leases,
    running,
    waiting,
  };
}
