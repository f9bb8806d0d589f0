import type { Position, RecordedEvent } from './event-store.ts';

/**
 * Consecutive events of one partition, in order. Within a partition every account's events keep their order. A feed may deliver a batch again;
 * it never leaves one out without `previous` telling so.
 */
export type FeedBatch = {
  /** 0 where the feed has only one. */
  readonly partition: number;
  /** Never empty. */
  readonly events: readonly RecordedEvent[];
  /** The position in this partition just before the first event; undefined where the feed cannot leave anything out. */
  readonly previous: Position | undefined;
  /** True when the feed knows that more events stand behind this batch. */
  readonly more: boolean;
};

export type FeedOptions = {
  readonly batchEventsMax: number;
  /** Ends the feed. */
  readonly signal: AbortSignal;
};

/** Ordered batches of events, for whoever projects them (design section 5). */
export interface EventFeed {
  /**
   * Every event after `after`, then those to come, until the signal. While one batch is applied the next is already fetched. Throws
   * StoreUnavailable when the source cannot be reached; the caller begins again after its last applied position.
   */
  batches(after: Position, options: FeedOptions): AsyncIterable<FeedBatch>;
}
