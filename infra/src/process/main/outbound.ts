import type { OutboundCalls } from '@ledgate/domain/ports/outbound-calls';
import { GuardedCalls } from '../../adapters/outbound/guarded-calls.ts';
import type { Foundation } from './foundation.ts';
import type { Lifeline } from './shutdown.ts';

/** The one way of this process to addresses that a person has named. */
export function openOutbound(
  { environment, telemetry }: Pick<Foundation, 'environment' | 'telemetry'>,
  lifeline: Lifeline,
): OutboundCalls {
  const calls = new GuardedCalls({ allowed: environment.OUTBOUND_PRIVATE, told: telemetry.outbound });
  lifeline.add('calls that go out', () => calls.close());
  return calls;
}
