import type { CashierStanding } from './cashier.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { Till } from './till.ts';

type Parts = {
  readonly current: Till | undefined;
  readonly tills: ReadonlySet<Till>;
  readonly heartbeat: Pick<Heartbeat, 'alive' | 'ageMs'>;
  readonly waiting: number;
  readonly closing: boolean;
};

/** Counted when somebody asks; requests pay nothing for it. */
export function standingOf({ current, tills, heartbeat, waiting, closing }: Parts): CashierStanding {
  const byStatus = { open: 0, retiring: 0, closing: 0, fenced: 0 };
  let [leases, running] = [0, 0];
  for (const till of tills) {
    if (till.status !== 'closed') byStatus[till.status] += 1;
    leases += till.leases.size;
    running += till.running;
  }
  const heartbeatAgeMs = heartbeat.ageMs();
  return { unready: unreadiness(), heartbeatAgeMs, tills: byStatus, leases, running, waiting };

  function unreadiness(): string | undefined {
    if (closing) return 'this process takes no more requests';
    if (!heartbeat.alive()) return `the last heartbeat that arrived was sent ${Math.round(heartbeatAgeMs)} ms ago`;
    return current === undefined ? 'no till is open' : undefined;
  }
}
