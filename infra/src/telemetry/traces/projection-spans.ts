import type { RecordedEvent } from '@ledgate/domain/ports/event-store';
import { tracedAmong } from './event-spans.ts';
import type { Traces } from './traces.ts';

/** For each trace of a batch that was applied, a span from the append of its event to the commit that made it readable. */
export const projectionSpans = (traces: Traces) => (partition: number, events: readonly RecordedEvent[]): void => {
  const endMs = Date.now();
  for (const [correlationId, { type, position, recordedAt }] of tracedAmong(traces, events)) {
    traces.tell({
      name: `project ${type}`, correlationId, kind: 'work', startMs: Math.min(endMs, Date.parse(recordedAt)), endMs, failed: false,
      attributes: { 'ledgate.partition': partition, 'ledgate.position': position, 'ledgate.batch.events': events.length },
    });
  }
};
