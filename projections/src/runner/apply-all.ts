import type { FeedBatch } from '@ledgate/domain/ports/event-feed';
import { START } from '@ledgate/domain/ports/event-store';
import { Applier, type Applying } from './applier.ts';
import { prepare } from './prepared.ts';

type ToApply = Applying & {
  /** What can be applied at once: at most one batch of each partition, of whichever partitions. */
  readonly groups: AsyncIterable<readonly FeedBatch[]>;
  /** Ends the groups: there is no use in waiting for the next one. */
  readonly end: () => void;
};

/**
 * Applies batches, those of one partition in their order; one group is written while the next is fetched and folded. Ends early when the generation
 * is no longer the live one. Throws what `Applier.apply` throws, also while no group comes.
 */
export async function applyAll(todo: ToApply): Promise<void> {
  const applier = new Applier(todo);
  const ends = new Map(todo.start.map((position, partition) => [partition, position]));
  let previous: Promise<boolean> = Promise.resolve(true);
  try {
    for await (const group of todo.groups) {
      const prepared = prepare(group, (partition) => ends.get(partition) ?? START);
      for (const { batch, end } of prepared.batches) ends.set(batch.partition, end);
      if (!(await previous)) return;
      previous = applier.apply(prepared);
      previous.then(
        (goesOn) => (goesOn ? undefined : todo.end()),
        () => todo.end(),
      );
    }
  } finally {
    await previous;
  }
}
