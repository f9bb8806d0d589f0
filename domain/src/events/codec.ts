import type { EventToAppend, Metadata, Position, RecordedEvent, Revision } from '../ports/event-store.ts';
import { type EventId, eventIdOf } from '../shared/ids.ts';
import type { LedgerEvent, LedgerEventType } from './ledger-event.ts';
import { EVENT_SCHEMAS, inFull, LEDGER_SCHEMA, numberRead, numberWritten, toldBy } from './schema-numbers.ts';
import type { EventData } from './schema-step.ts';
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

/** A ledger event as read: its meaning, and where and when it stands. */
export type Recorded<Event extends LedgerEvent = LedgerEvent> = {
  readonly id: EventId;
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

/**
 * The events of one command, ready to be appended, each with its type's number of today's LEDGER_SCHEMA; `index` counts from `firstIndex`. Throws where a
 * type is not written by this release, or its number cannot say what the event does.
 */
export const encode = (events: readonly LedgerEvent[], context: EventContext, firstIndex = 0): EventToAppend[] => {
  let metadata: Metadata | undefined;
  return events.map(({ type, data }, index) => {
    const number = numberWritten(EVENT_SCHEMAS[type], LEDGER_SCHEMA);
    if (number === null) throw new Error(`${type} is not written by this release`);
    const schema = String(number);
    if (metadata?.['schema'] !== schema) metadata = metadataOf(context, schema);
    return {
      id: eventIdOf(context.commandId, firstIndex + index),
      type,
      data: JSON.stringify(dataOf(type, number, data)),
      metadata,
    };
  });
};

function dataOf(type: LedgerEventType, number: number, data: LedgerEvent['data']): EventData {
  const told = toldBy(EVENT_SCHEMAS[type], number, data);
  if (told === undefined) throw new Error(`${type} of schema ${number} cannot say what is to be written`);
  return told;
}

function metadataOf(
  { correlationId, causationId, occurredAtMs, accountId, actor, reason }: EventContext,
  schema: string,
): Metadata {
  return {
    $correlationId: correlationId,
    ...(causationId === undefined ? {} : { $causationId: causationId }),
    occurredAt: new Date(occurredAtMs).toISOString(),
    schema,
    actor,
    ...(accountId === undefined ? {} : { accountId: String(accountId) }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/**
 * The one place where stored text becomes events again; older schemas are lifted to today's shape. `Event` is the union that the stream holds.
 * Throws WrittenByLaterRelease for a type, or a schema number of the type, that this release does not know; TypeError for data that are no members.
 */
export function decode<Event extends LedgerEvent = LedgerEvent>(recorded: RecordedEvent): Recorded<Event> {
  const { stream, revision, position, metadata, type } = recorded;
  if (!isKnown(type)) throw new WrittenByLaterRelease(stream, revision, type);
  const schemas = EVENT_SCHEMAS[type];
  const schema = metadata['schema'] ?? '1';
  const number = Number(schema);
  if (!(Number.isInteger(number) && number >= 1 && number <= numberRead(schemas)))
    throw new WrittenByLaterRelease(stream, revision, `${type} of schema ${schema}`);
  const recordedAtMs = Date.parse(recorded.recordedAt);
  const occurredAt = metadata['occurredAt'];
  const occurredAtMs = occurredAt === undefined ? recordedAtMs : Date.parse(occurredAt);
  const data = inFull(schemas, number, membersOf(recorded));
  const event = { type, data } as unknown as Event;
  return {
    id: recorded.id,
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

/** A step would make members out of what has none. */
function membersOf({ data, stream, revision }: RecordedEvent): EventData {
  const members: unknown = JSON.parse(data);
  if (typeof members !== 'object' || members === null)
    throw new TypeError(`revision ${revision} of ${stream} holds no object`);
  return members as EventData;
}

const isKnown = (type: string): type is LedgerEventType => Object.hasOwn(EVENT_SCHEMAS, type);
