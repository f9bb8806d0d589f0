import type { RecordedEvent } from '@ledgate/domain/ports/event-store';
import { tellSinceAppend } from './since-append.ts';
import type { Traces } from './traces.ts';

/** For each trace of a batch that was applied, a span from the append of its event to the commit that made it readable. */
export const projectionSpans =
  (traces: Traces) =>
  (partition: number, events: readonly RecordedEvent[]): void =>
    tellSinceAppend(traces, 'project', events, { 'ledgate.partition': partition });
