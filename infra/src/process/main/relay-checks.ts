import type { RunningRelayView } from '@ledgate/projections/directory/relay-view/create-relay-view';
import type { RunningCashier } from '@ledgate/relay/cashier/cashier';
import type { Environment } from '../../server/config/config.ts';
import type { HealthCheck } from '../../server/http/readiness.ts';

const MS = 1_000;

/** When a relay would answer 503: what it may not reserve, and what it may not trust. */
export const relayChecks = (
  cashier: RunningCashier,
  view: RunningRelayView,
  { RELAY_DIRECTORY_AGE_MAX_SECONDS: ageMaxS }: Environment,
): readonly HealthCheck[] => [
  { part: 'relay', unready: () => cashier.status().unready },
  {
    part: 'directory',
    unready: () => {
      const ageMs = view.ageMs();
      return ageMs <= ageMaxS * MS
        ? undefined
        : `it was last read ${Math.round(ageMs / MS)} s ago; at most ${ageMaxS} s may pass`;
    },
  },
];
