import { partitionOf } from '@ledgate/domain/events/partition-of';
import type { Position } from '@ledgate/domain/ports/event-store';

/** One of so many partitions: its number, 0 the first, means nothing without how many there are. */
export type Partition = { readonly partition: number; readonly partitions: number };

/** Where something was written. */
export type Written = Partition & { readonly position: Position };

/** What stands for everything: the one partition of a feed that has no more. */
export const EVERYTHING: Partition = { partition: 0, partitions: 1 };

/** Where the events of a stream other than a till's stand among `partitions`. */
export const partitionOfStream = (stream: string, partitions: number): Partition => ({
  partition: partitionOf({ stream, metadata: {} }, partitions),
  partitions,
});

/** As a key: `0` where there is but one, else `3/12`. */
export const partitionText = ({ partition, partitions }: Partition): string =>
  partitions === 1 ? `${partition}` : `${partition}/${partitions}`;

const TEXT = /^(?<partition>\d{1,4})\/(?<partitions>\d{1,4})$/;

/** Of a text that is not one: everything, so that nobody reads too early. */
export function partitionFrom(text: string): Partition {
  const { partition, partitions } = TEXT.exec(text)?.groups ?? {};
  const read = { partition: Number(partition ?? 0), partitions: Number(partitions ?? 1) };
  return read.partition < read.partitions ? read : EVERYTHING;
}
