import type { Position } from './event-store.ts';

/** How far a publisher has come with one topic: everything up to `position` was acknowledged by Kafka. */
export type Published = {
  readonly position: Position;
  /** By partition, from 0 on. */
  readonly partitions: readonly PublishedPartition[];
};

export type PublishedPartition = {
  /** Position of the last message there, an event's or a watermark's; 0 before the first. */
  readonly last: Position;
  /** Offset after the last acknowledged message: a partition that ends before it has lost messages. */
  readonly nextOffset: number;
};

/**
 * Where a publisher goes on after a restart. It may be behind (messages are then sent again, which harms nobody) and may go back, when Kafka has
 * lost its data. Ledger and read models never rest on it.
 */
export interface PublisherCheckpoint {
  /** Undefined when nothing was published to this topic yet. */
  load(topic: string): Promise<Published | undefined>;
  save(topic: string, published: Published): Promise<void>;
}
