import { type Faults, NO_FAULTS } from '@ledgate/domain/ports/faults';
import { CASHIER_LIMITS, type CashierLimits } from '@ledgate/relay/cashier/limits';
import { SETTLER_LIMITS, type SettlerLimits } from '@ledgate/relay/settler/limits';
import type { Environment } from '../config/config.ts';

type Scale = Pick<Environment, 'TIME_SCALE'>;

/** Crash tests pass the points of a till's change by themselves. */
const TILL_EVENTS_WITH_FAULTS = 400;

const SCALED = ['beatEveryMs', 'storeAnswerAgeMaxMs', 'beatAgeMaxMs', 'sweepEveryMs', 'startedAfterMs', 'leaseIdleMs', 'tillAgeMaxMs'] as const;

/** Heartbeats, rotation and idle times of the cashier, all by one factor, so that their order stays. */
export function scaledCashierLimits({ TIME_SCALE: factor }: Scale, faults: Faults): Partial<CashierLimits> {
  const times = Object.fromEntries(SCALED.map((name) => [name, CASHIER_LIMITS[name] * factor]));
  return faults === NO_FAULTS ? times : { ...times, tillEventsMax: TILL_EVENTS_WITH_FAULTS };
}

export const scaledSettlerLimits = ({ TIME_SCALE: factor }: Scale): Partial<SettlerLimits> => ({
  watchEveryMs: SETTLER_LIMITS.watchEveryMs * factor,
  deadAfterMs: SETTLER_LIMITS.deadAfterMs * factor,
  lookGapMaxMs: SETTLER_LIMITS.lookGapMaxMs * factor,
});
