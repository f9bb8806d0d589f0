import { partitionKeyOf } from '@ledgate/domain/events/partition-of';
import type { Position, RecordedEvent } from '@ledgate/domain/ports/event-store';
import type { IHeaders, Message } from 'kafkajs';
import { z } from 'zod';

/**
 * A message's value is the event's data as it stands in the store; its headers are `position`, `previous` (position of the message before it
 * in its partition, 0 for the first) and `event` (JSON of all the rest). A watermark has no value and no `event`: up to its position the
 * partition has no further events. The key is the partition key (for people and tools; the partition is stated).
 */
export function eventMessage(event: RecordedEvent, partition: number, previous: Position): Message {
  const { id, type, stream, revision, recordedAt, metadata } = event;
  return {
    partition, key: partitionKeyOf(event), value: event.data, timestamp: String(event.position),
    headers: { position: String(event.position), previous: String(previous), event: JSON.stringify({ id, type, stream, revision, recordedAt, metadata }) },
  };
}

export const watermarkMessage = (position: Position, partition: number, previous: Position): Message =>
  ({ partition, key: 'watermark', value: null, timestamp: String(position), headers: { position: String(position), previous: String(previous) } });

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

const positionText = z.string().regex(/^\d{1,16}$/).transform(Number).refine(Number.isSafeInteger);
const headersSchema = z.object({ position: positionText, previous: positionText });
const eventSchema = z.object({
  id: z.string().min(1), type: z.string().min(1), stream: z.string().min(1), revision: z.int().nonnegative(), recordedAt: z.string(),
  metadata: z.record(z.string(), z.string()),
});

/** Throws UnreadableMessage. */
export function readMessage({ value, headers = {} }: { readonly value: Buffer | null; readonly headers?: IHeaders }): FeedMessage {
  try {
    const { position, previous } = headersSchema.parse({ position: text(headers, 'position'), previous: text(headers, 'previous') });
    if (previous >= position) throw new Error(`previous ${previous} is not before ${position}`);
    const places = { position: position as Position, previous: previous as Position };
    const event = text(headers, 'event');
    if (event === undefined && value === null) return { ...places, event: undefined };
    if (event === undefined || value === null) throw new Error('an event needs both its header and its value');
    const parsed = eventSchema.parse(JSON.parse(event));
    return { ...places, event: { ...parsed, position: places.position, data: value.toString('utf8') } as RecordedEvent };
  } catch (error) {
    throw new UnreadableMessage(error instanceof z.ZodError ? z.prettifyError(error) : String(error), { cause: error });
  }
}

const text = (headers: IHeaders, name: string): string | undefined => {
  const value = headers[name];
  return value === undefined || Array.isArray(value) ? undefined : value.toString();
};
