import type { Database } from '../shared/database.ts';
import { liveGeneration } from './generations.ts';

const counted = (partitions: number): string => (partitions === 1 ? 'one partition' : `${partitions} partitions`);

/** The live read models have been filled from another number of partitions than the feed has: their checkpoints mean nothing to it. */
export class PartitionsDiffer extends Error {
  override readonly name = 'PartitionsDiffer';

  constructor(live: number, feed: number) {
    super(
      `the read models were filled from a feed of ${counted(live)}, and this configuration's feed has ${counted(feed)}: ` +
        'run `npm run rebuild` with this configuration, which fills them anew from the ledger, then start again',
    );
  }
}

/** For a start, before a runner: throws PartitionsDiffer. Nothing is wrong where there are no read models yet. */
export async function checkPartitions(db: Database, feedPartitions: number): Promise<void> {
  const live = await liveGeneration(db);
  if (live !== undefined && live.partitions !== feedPartitions)
    throw new PartitionsDiffer(live.partitions, feedPartitions);
}
