import type { RecordedEvent } from '@ledgate/domain/ports/event-store';
import { tracedAmong } from './event-spans.ts';
import type { EndedSpan, Traces } from './traces.ts';

/** For each trace among events with which something was just done, a span `WHAT TYPE` from the append of its first event until now. */
export function tellSinceAppend(
  traces: Traces,
  what: string,
  events: readonly RecordedEvent[],
  attributes: EndedSpan['attributes'] = {},
): void {
  const endMs = Date.now();
  for (const [correlationId, { type, position, recordedAt }] of tracedAmong(traces, events)) {
    traces.tell({
      name: `${what} ${type}`,
      correlationId,
      kind: 'work',
      startMs: Math.min(endMs, Date.parse(recordedAt)),
      endMs,
      failed: false,
      attributes: { ...attributes, 'ledgate.position': position, 'ledgate.batch.events': events.length },
    });
  }
}
