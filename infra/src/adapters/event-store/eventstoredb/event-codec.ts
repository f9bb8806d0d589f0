import type { EventData, JSONType, Position as LogPosition } from '@eventstore/db-client';
import type { EventToAppend, Metadata, Position, RecordedEvent, Revision } from '@ledgate/domain/ports/event-store';
import type { EventId } from '@ledgate/domain/shared/ids';
import { StoreRefused } from './failures.ts';

/** What the client gives for an event that was read. */
export type ReadEvent = {
  readonly streamId: string;
  readonly id: string;
  readonly revision: bigint;
  readonly type: string;
  readonly data: unknown;
  readonly metadata?: unknown;
  readonly isJson: boolean;
  readonly created: Date;
  readonly position?: LogPosition | undefined;
};

/**
 * The client takes values and prints them itself. Text that it prints just so, as the ledger's own always is, travels as JSON, which people and
 * tools can read in the store; any other JSON text (spaces, large numbers, repeated keys) travels as bytes, so that none is ever changed.
 */
export function toClientEvent({ id, type, data, metadata }: EventToAppend): EventData {
  const value = JSON.parse(data) as JSONType;
  const own = { id, type, metadata: { ...metadata } };
  return JSON.stringify(value) === data
    ? { ...own, contentType: 'application/json', data: value }
    : { ...own, contentType: 'application/octet-stream', data: new TextEncoder().encode(data) };
}

/** Throws StoreRefused for an event that no ledger of ours can hold. */
export function toRecordedEvent(event: ReadEvent): RecordedEvent {
  const metadata = metadataOf(event);
  return {
    id: event.id as EventId,
    type: event.type,
    data: dataOf(event),
    metadata,
    stream: event.streamId,
    revision: safe(event.revision, 'revision') as Revision,
    position: positionOf(event.position),
    recordedAt: metadata['recordedAt'] ?? event.created.toISOString(),
  };
}

/** The commit part; the prepare part is the same in every event (docs/eventstoredb.md#reads), and an event where it is not stops the reader. */
export function positionOf(position: LogPosition | undefined): Position {
  if (position === undefined)
    throw new StoreRefused('EventStoreDB names no position; has the stream been truncated or deleted?');
  if (position.commit !== position.prepare)
    throw new StoreRefused(`an event was prepared at ${position.prepare} and committed at ${position.commit}`);
  return safe(position.commit, 'position') as Position;
}

export const toLogPosition = (position: Position): LogPosition => ({
  commit: BigInt(position),
  prepare: BigInt(position),
});

/** The server's own: statistics, settings, metadata, links, deletions. */
export const isSystemEvent = ({ streamId, type }: Pick<ReadEvent, 'streamId' | 'type'>): boolean =>
  streamId.startsWith('$') || type.startsWith('$');

function dataOf({ data, isJson, id }: ReadEvent): string {
  if (isJson) return JSON.stringify(data);
  try {
    if (data instanceof Uint8Array) return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    // Not ours: what we write is text.
  }
  throw new StoreRefused(`event ${id} has data that are no text`);
}

function metadataOf({ metadata = {}, id }: ReadEvent): Metadata {
  const isFlat =
    typeof metadata === 'object' &&
    metadata !== null &&
    !(metadata instanceof Uint8Array) &&
    Object.values(metadata).every((value) => typeof value === 'string');
  if (!isFlat) throw new StoreRefused(`event ${id} has metadata that are no flat texts`);
  return metadata as Metadata;
}

function safe(value: bigint, what: string): number {
  if (value < 0n || value > Number.MAX_SAFE_INTEGER)
    throw new StoreRefused(`${what} ${value} is beyond what can be told apart`);
  return Number(value);
}
