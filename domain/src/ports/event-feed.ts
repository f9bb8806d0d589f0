import type { Position, RecordedEvent } from './event-store.ts';

/**
 * Consecutive events of one partition, in order. Within a partition every account's events keep their order. A feed may deliver a batch again;
 * it never leaves one out without `previous` telling so.
 */
export type FeedBatch = {
  /** 0 where the feed has only one. */
  readonly partition: number;
  /** Empty only where `through` says how far a silent partition is. */
  readonly events: readonly RecordedEvent[];
  /** The position in this partition just before the first event; undefined where the feed cannot leave anything out. */
  readonly previous: Position | undefined;
  /**
   * With this batch everything of the partition up to here has been delivered: the position of an event, of whatever partition, at or after
   * the last of the batch. Not given where that is the last event's position, always given where there is no event.
   */
  readonly through?: Position;
  /** True when the feed knows that more events stand behind this batch. */
  readonly more: boolean;
};

export type FeedOptions = {
  readonly batchEventsMax: number;
  /**
   * What has been applied of a partition, asked whenever the partition comes to this reader: another one may have had it meanwhile. `after` of
   * `batches` where not given.
   */
  readonly positionOf?: (partition: number) => Promise<Position>;
  /** Ends the feed. */
  readonly signal: AbortSignal;
};

/** The source is there and is not this feed's: no batch can be taken from it until a person has acted. The message says what to do. */
export class FeedRefused extends Error {
  override readonly name: string = 'FeedRefused';
}

/** Ordered batches of events, for whoever projects them (docs/architecture.md#feed). */
export interface EventFeed {
  /** How many there are, from 0 on: an event comes in the one that `partitionOf` names among them. */
  readonly partitions: number;

  /**
   * Every event after `after`, then those to come, until the signal. While one batch is applied the next is already fetched. Throws
   * StoreUnavailable when the source cannot be reached; the caller begins again after its last applied position. Throws FeedRefused.
   */
  batches(after: Position, options: FeedOptions): AsyncIterable<FeedBatch>;
}
