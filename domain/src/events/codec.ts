import type { EventToAppend, Metadata, Position, RecordedEvent, Revision } from '../ports/event-store.ts';
import { eventIdOf } from '../shared/ids.ts';
import { type LedgerEvent, ledgerEventSchemas } from './ledger-event.ts';
import { upcast } from './upcast.ts';
import { WrittenByLaterRelease } from './written-by-later-release.ts';

/** What an event is written with. `commandId` makes its id: the same command retried makes the same events. Times are Unix milliseconds. */
export type EventContext = {
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId?: string;
  readonly occurredAtMs: number;
  readonly accountId?: number;
  /** `user-{id}`, `relay-{id}`, `worker-{id}`. */
  readonly actor: string;
  readonly reason?: string;
};

export const SCHEMA_VERSION = '1';

/** A ledger event as read: its meaning, and where and when it stands. */
export type Recorded<Event extends LedgerEvent = LedgerEvent> = {
  readonly event: Event;
  readonly stream: string;
  readonly revision: Revision;
  readonly position: Position;
  readonly metadata: Metadata;
  /** The time of the event, Unix milliseconds: the earlier of the two below, so that one clock that is ahead moves nothing. */
  readonly atMs: number;
  /** When it happened by its writer's clock, and when the store wrote it by its own. */
  readonly occurredAtMs: number;
  readonly recordedAtMs: number;
};

/** The events of one command, ready to be appended; `index` counts from `firstIndex`. */
export const encode = (events: readonly LedgerEvent[], context: EventContext, firstIndex = 0): EventToAppend[] => {
  const metadata = metadataOf(context);
  return events.map(({ type, data }, index) => ({
    id: eventIdOf(context.commandId, firstIndex + index),
    type,
    data: JSON.stringify(data),
    metadata,
  }));
};

function metadataOf({ correlationId, causationId, occurredAtMs, accountId, actor, reason }: EventContext): Metadata {
  return {
    $correlationId: correlationId,
    ...(causationId === undefined ? {} : { $causationId: causationId }),
    occurredAt: new Date(occurredAtMs).toISOString(),
    schema: SCHEMA_VERSION,
    actor,
    ...(accountId === undefined ? {} : { accountId: String(accountId) }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/**
 * The one place where stored text becomes events again; older schemas are lifted to today's shape. `Event` is the union that the stream holds.
 * Throws WrittenByLaterRelease for a type or a schema that this release does not know.
 */
export function decode<Event extends LedgerEvent = LedgerEvent>(recorded: RecordedEvent): Recorded<Event> {
  const { stream, revision, position, metadata, type } = recorded;
  const schema = Number(metadata['schema'] ?? SCHEMA_VERSION);
  if (!Object.hasOwn(ledgerEventSchemas, type)) throw new WrittenByLaterRelease(stream, revision, type);
  if (schema > Number(SCHEMA_VERSION)) throw new WrittenByLaterRelease(stream, revision, `${type} of schema ${schema}`);
  const recordedAtMs = Date.parse(recorded.recordedAt);
  const occurredAt = metadata['occurredAt'];
  const occurredAtMs = occurredAt === undefined ? recordedAtMs : Date.parse(occurredAt);
  const event = upcast(type, schema, JSON.parse(recorded.data)) as Event;
  return {
    event,
    stream,
    revision,
    position,
    metadata,
    atMs: Math.min(occurredAtMs, recordedAtMs),
    occurredAtMs,
    recordedAtMs,
  };
}
