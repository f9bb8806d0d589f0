import type { Metadata } from '@ledgate/domain/ports/event-store';
import { TRACES_OF_BATCH_MAX } from './limits.ts';
import type { Traces } from './traces.ts';

type Traced = { readonly type: string; readonly metadata: Metadata };

/** The first event of each trace among `events` that is taken, by correlation id; at most TRACES_OF_BATCH_MAX. */
export function tracedAmong<Event extends Traced>(
  traces: Traces,
  events: readonly Event[],
): ReadonlyMap<string, Event> {
  const found = new Map<string, Event>();
  for (const event of events) {
    const correlationId = event.metadata['$correlationId'];
    if (correlationId === undefined || !traces.wants(correlationId) || found.has(correlationId)) continue;
    found.set(correlationId, event);
    if (found.size === TRACES_OF_BATCH_MAX) break;
  }
  return found;
}
