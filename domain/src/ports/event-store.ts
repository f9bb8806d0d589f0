import type { EventId } from '../shared/ids.ts';

declare const positionBrand: unique symbol;
declare const revisionBrand: unique symbol;

/** A place in the global order of all events; strictly increasing, not necessarily gapless. The first event's is above START. */
export type Position = number & { readonly [positionBrand]: true };
/** A place in one stream: 0 for its first event, then without gaps. */
export type Revision = number & { readonly [revisionBrand]: true };

/** Before every event. */
export const START = 0 as Position;
export const NO_STREAM = 'no_stream';
/** There is no "any": a retry is recognised only at a stated revision (docs/ledger.md#appending). */
export type ExpectedRevision = Revision | typeof NO_STREAM;

/** A flat object of strings (docs/ledger.md#streams-and-events: $correlationId, $causationId, accountId, actor, reason, schema, occurredAt, recordedAt). */
export type Metadata = Readonly<Record<string, string>>;

/** `data` is JSON text, so that what was written is what is read, byte for byte: large integers, unicode and key order survive. */
export type EventToAppend = {
  readonly id: EventId;
  readonly type: string;
  readonly data: string;
  readonly metadata: Metadata;
};

export type RecordedEvent = EventToAppend & {
  readonly stream: string;
  readonly revision: Revision;
  readonly position: Position;
  /** ISO 8601, milliseconds, UTC: when the store wrote it, or the `recordedAt` of its metadata where a ledger moved between stores. */
  readonly recordedAt: string;
};

export type Appended = {
  readonly outcome: 'appended';
  /** Of the batch's last event, also when the batch had been written before. */
  readonly revision: Revision;
  /** Of the batch's last event, also when the batch had been written before; undefined where `AppendOptions.position` is false, in every store. */
  readonly position: Position | undefined;
};

/** Nothing was written. `actual` is the stream's last revision. */
export type Conflict = { readonly outcome: 'conflict'; readonly actual: ExpectedRevision };

export type AppendOutcome = Appended | Conflict;

/** What the caller wants of the answer; changes nothing of what is written, of conflicts, and of what a repetition is. */
export type AppendOptions = {
  /**
   * Whether the answer names the position. False spares the stores that would have to read the events back for it (EventStoreDB, for appends of one
   * stream that travelled together). True where not given.
   */
  readonly position?: boolean;
};

/** The position of an answer to an append that wants it. Throws where it was not asked for. */
export function namedPosition({ position }: Appended): Position {
  if (position === undefined) throw new Error('the answer to an append names no position: was it asked for?');
  return position;
}

/** For whoever goes on from the revision alone: tills, checkpoints, the audit log. */
export const WITHOUT_POSITION: AppendOptions = Object.freeze({ position: false });

/** Limits of one append (docs/ledger.md#appending). */
export const APPEND_EVENTS_MAX = 500;
export const APPEND_BYTES_MAX = 512 * 1024;

/**
 * The append may or may not have been written. Only the identical batch at the identical revision may be tried again; its answer tells.
 * Thrown by `append`; reads throw it when the store cannot be reached.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The batch is not one the store may be asked to write: empty, too large, an id twice, data that is no JSON. A bug of the caller. */
export class InvalidAppend extends Error {
  override readonly name = 'InvalidAppend';
}

export interface EventStore {
  /**
   * Appends all of `events` or none, if the stream's last revision is `expected`. The identical batch at the identical revision may be
   * repeated: the answer is the first one's, with the position if this call wants it. Throws StoreUnavailable (outcome unknown) or InvalidAppend.
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventToAppend[],
    options?: AppendOptions,
  ): Promise<AppendOutcome>;

  /** Up to `limit` events of one stream from `from` on, forwards; empty for a stream that does not exist. */
  readStream(stream: string, from: Revision, limit: number): Promise<readonly RecordedEvent[]>;

  /** The last `limit` events of one stream up to and including `before` (the end when not given), newest first. */
  readStreamBackwards(stream: string, limit: number, before?: Revision): Promise<readonly RecordedEvent[]>;

  /** Up to `limit` events after `after` (exclusive) in global order. Whoever has read up to a position never finds an event before it later. */
  readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]>;

  /** Position of the last event; START of an empty store. */
  head(): Promise<Position>;

  /** Calls `wake` after events may have been appended by this process; a hint only, other writers are found by polling. Returns the end of it. */
  onAppended(wake: () => void): () => void;
}
