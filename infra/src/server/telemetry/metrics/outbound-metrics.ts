import { OUTBOUND_PROBLEMS, OUTBOUND_PURPOSES, type OutboundPurpose } from '@ledgate/domain/ports/outbound-calls';
import type { OutboundOutcome } from '../../../adapters/outbound/guarded-calls.ts';
import type { ProcessMetrics } from './process-metrics.ts';

/** Counts calls to addresses that a person has named by what became of them. */
export function outboundMetrics(metrics: ProcessMetrics): (purpose: OutboundPurpose, outcome: OutboundOutcome) => void {
  const calls = metrics.counter('ledgate_outbound_calls_total');
  for (const purpose of OUTBOUND_PURPOSES)
    for (const outcome of ['answered', ...OUTBOUND_PROBLEMS] as const) calls.of(purpose, outcome);
  return (purpose, outcome) => calls.of(purpose, outcome).add();
}
