import { partitionKeyOf } from '@ledgate/domain/events/partition-of';
import type { Position, RecordedEvent } from '@ledgate/domain/ports/event-store';
import type { IHeaders, Message } from 'kafkajs';

/**
 * A message's value is the event's data as it stands in the store; its headers are `position`, `previous` (position of the message before it
 * in its partition, 0 for the first) and `event` (JSON of all the rest). A watermark has no value and no `event`: up to its position the
 * partition has no further events. The key is the partition key (for people and tools; the partition is stated).
 */
export function eventMessage(event: RecordedEvent, partition: number, previous: Position): Message {
  const { id, type, stream, revision, recordedAt, metadata } = event;
  return {
    partition,
    key: partitionKeyOf(event),
    value: event.data,
    timestamp: String(event.position),
    headers: {
      position: String(event.position),
      previous: String(previous),
      event: JSON.stringify({ id, type, stream, revision, recordedAt, metadata }),
    },
  };
}

export const watermarkMessage = (position: Position, partition: number, previous: Position): Message => ({
  partition,
  key: 'watermark',
  value: null,
  timestamp: String(position),
  headers: { position: String(position), previous: String(previous) },
});

export type FeedMessage = {
  readonly position: Position;
  readonly previous: Position;
  /** Undefined in a watermark. */
  readonly event: RecordedEvent | undefined;
};

/** Nobody of us wrote this message, or something has changed it. */
export class UnreadableMessage extends Error {
  override readonly name = 'UnreadableMessage';
}

/** What the header `event` holds. */
type EventHeader = Omit<RecordedEvent, 'data' | 'position'>;

/** Checked by hand: a schema took a tenth of a projector's time. Throws UnreadableMessage. */
export function readMessage({
  value,
  headers = {},
}: {
  readonly value: Buffer | null;
  readonly headers?: IHeaders;
}): FeedMessage {
  try {
    const position = positionIn(headers, 'position');
    const previous = positionIn(headers, 'previous');
    if (previous >= position) throw new Error(`previous ${previous} is not before ${position}`);
    const event = text(headers, 'event');
    if (event === undefined && value === null) return { position, previous, event: undefined };
    if (event === undefined || value === null) throw new Error('an event needs both its header and its value');
    const parsed: unknown = JSON.parse(event);
    if (!isEventHeader(parsed)) throw new Error('the header event lacks a field, or one of them is of the wrong type');
    const { id, type, stream, revision, recordedAt, metadata } = parsed;
    return {
      position,
      previous,
      event: { id, type, stream, revision, recordedAt, metadata, position, data: value.toString('utf8') },
    };
  } catch (error) {
    throw new UnreadableMessage(String(error), { cause: error });
  }
}

const POSITION = /^\d{1,16}$/u;

function positionIn(headers: IHeaders, name: 'position' | 'previous'): Position {
  const given = text(headers, name);
  const position = Number(given);
  if (given === undefined || !POSITION.test(given) || !Number.isSafeInteger(position))
    throw new Error(`the header ${name} is no position: ${given}`);
  return position as Position;
}

function isEventHeader(value: unknown): value is EventHeader {
  if (typeof value !== 'object' || value === null) return false;
  const { id, type, stream, revision, recordedAt, metadata }: { readonly [Field in keyof EventHeader]?: unknown } =
    value;
  return (
    isName(id) &&
    isName(type) &&
    isName(stream) &&
    typeof revision === 'number' &&
    Number.isSafeInteger(revision) &&
    revision >= 0 &&
    typeof recordedAt === 'string' &&
    typeof metadata === 'object' &&
    metadata !== null &&
    !Array.isArray(metadata) &&
    Object.values(metadata).every((each) => typeof each === 'string')
  );
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

const text = (headers: IHeaders, name: string): string | undefined => {
  const value = headers[name];
  return value === undefined || Array.isArray(value) ? undefined : value.toString();
};
