import { type Faults, NO_FAULTS } from '@ledgate/domain/ports/faults';
import { CASHIER_LIMITS, type CashierLimits } from '@ledgate/relay/cashier/limits';
import { SETTLER_LIMITS, type SettlerLimits } from '@ledgate/relay/settler/limits';
import type { Environment } from '../../server/config/config.ts';
import { FAULTY_TILL_EVENTS_MAX } from '../../limits.ts';

type Scale = Pick<Environment, 'TIME_SCALE'>;

const SCALED = [
  'beatEveryMs',
  'storeAnswerAgeMaxMs',
  'beatAgeMaxMs',
  'sweepEveryMs',
  'startedAfterMs',
  'leaseIdleMs',
  'tillAgeMaxMs',
] as const;

/**
 * Heartbeats, rotation and idle times of the cashier, all by one factor, so that their order stays. How long the event store may be silent is not among
 * them: a tenth of that is an ordinary pause on a busy machine.
 */
export function scaledCashierLimits({ TIME_SCALE: factor }: Scale, faults: Faults): Partial<CashierLimits> {
  const times = Object.fromEntries(SCALED.map((name) => [name, CASHIER_LIMITS[name] * factor]));
  return faults === NO_FAULTS ? times : { ...times, tillEventsMax: FAULTY_TILL_EVENTS_MAX };
}

export const scaledSettlerLimits = ({ TIME_SCALE: factor }: Scale): Partial<SettlerLimits> => ({
  watchEveryMs: SETTLER_LIMITS.watchEveryMs * factor,
  deadAfterMs: SETTLER_LIMITS.deadAfterMs * factor,
  lookGapMaxMs: SETTLER_LIMITS.lookGapMaxMs * factor,
});
