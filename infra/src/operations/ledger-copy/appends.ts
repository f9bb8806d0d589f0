import {
  APPEND_BYTES_MAX,
  APPEND_EVENTS_MAX,
  type EventToAppend,
  type ExpectedRevision,
  NO_STREAM,
  type Revision,
} from '@ledgate/domain/ports/event-store';
import { LedgersDiffer } from './difference.ts';
import { type MovableEvent, movedEvent, nameOf } from './ledger.ts';

type MovedAppend = {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EventToAppend[];
  /** Of data and metadata, as UTF-8. */
  readonly bytes: number;
};

/**
 * The appends that write `events` in their order, each event at its own revision: consecutive events of one stream share one, as many as an append
 * may hold. Throws LedgersDiffer where an event alone is too large for one.
 */
export function appendsOf(events: readonly MovableEvent[]): readonly MovedAppend[] {
  const appends: { stream: string; expected: ExpectedRevision; events: EventToAppend[]; bytes: number }[] = [];
  let next: { stream: string; revision: number } | undefined;
  for (const event of events) {
    const moved = movedEvent(event);
    const size = Buffer.byteLength(moved.data) + Buffer.byteLength(JSON.stringify(moved.metadata));
    if (size > APPEND_BYTES_MAX)
      throw new LedgersDiffer(
        `${nameOf(event)} has ${size} bytes with the time it was recorded; a store takes ${APPEND_BYTES_MAX}`,
      );
    const last = appends.at(-1);
    const isNext = next?.stream === event.stream && next.revision === event.revision;
    if (
      last !== undefined &&
      isNext &&
      last.events.length < APPEND_EVENTS_MAX &&
      last.bytes + size <= APPEND_BYTES_MAX
    ) {
      last.events.push(moved);
      last.bytes += size;
    } else {
      appends.push({
        stream: event.stream,
        expected: event.revision === 0 ? NO_STREAM : ((event.revision - 1) as Revision),
        events: [moved],
        bytes: size,
      });
    }
    next = { stream: event.stream, revision: event.revision + 1 };
  }
  return appends;
}

/** The same appends, as many at a time as `bytesMax` allows, but at least one. */
export function together(appends: readonly MovedAppend[], bytesMax: number): readonly (readonly MovedAppend[])[] {
  const groups: MovedAppend[][] = [];
  let bytes = 0;
  for (const append of appends) {
    const group = groups.at(-1);
    if (group !== undefined && bytes + append.bytes <= bytesMax) group.push(append);
    else groups.push([append]);
    bytes = groups.at(-1) === group ? bytes + append.bytes : append.bytes;
  }
  return groups;
}
