import type { Position } from '@ledgate/domain/ports/event-store';
import type { Partition } from './partition.ts';

/** A projection that threw: its partition stands until somebody has looked (docs/architecture.md#runner). */
export type Alarm = {
  /** undefined: no partition is read at all. */
  readonly partition: number | undefined;
  readonly message: string;
  /** The event, where it is known. */
  readonly event: { readonly position: number; readonly stream: string; readonly type: string } | undefined;
  readonly sinceMs: number;
};

/** How far the read models are, for who waits for what he has just written. */
export interface Progress {
  /**
   * Ends as soon as everything up to `position` can be read, true; false after `timeoutMs`, of which 0 is a look at how
   * far it is now. With `of` only what stands in that partition: all of them where the live read models have another
   * number of partitions than it was named by.
   */
  waitFor(position: Position, timeoutMs: number, of?: Partition): Promise<boolean>;
  /** The last position up to which everything can be read: in that partition, or in the one that is furthest behind. */
  position(of?: Partition): Position;
  /** How many the live read models have, as far as this process knows; 1 until it does, which is safe: who waits then waits for all. */
  partitions(): number;
}

/** One partition as the process that applies its events sees it. */
export type PartitionProgress = {
  readonly partition: number;
  readonly position: Position;
  /** Milliseconds from the append of the oldest event of the last batch to its commit; 0 before the first batch, and after one without events. */
  readonly lagMs: number;
  readonly alarm: Alarm | undefined;
};
