import type { RecordedEvent } from '@ledgate/domain/ports/event-store';
import { tellSinceAppend } from './since-append.ts';
import type { Traces } from './traces.ts';

/** For each trace of a batch that Kafka took, a span from the append of its event to the acknowledgement. */
export const publishingSpans =
  (traces: Traces) =>
  (events: readonly RecordedEvent[]): void =>
    tellSinceAppend(traces, 'publish', events);
