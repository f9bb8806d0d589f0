import type { Position } from '@ledgate/domain/ports/event-store';
import type { Published, PublisherCheckpoint } from '@ledgate/domain/ports/publisher-checkpoint';
import { z } from 'zod';
import { type Database, execute, maybeRow } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';

const count = z.int().nonnegative();
const partitionsSchema = z.array(
  z.strictObject({ last: count.transform((last) => last as Position), nextOffset: count }),
);

/** A publisher with a higher number has published to the topic: who is told so has been voted out and does not know it yet. */
export class PublisherSuperseded extends Error {
  override readonly name = 'PublisherSuperseded';
}

/**
 * The publisher's checkpoint beside the directory; it survives Kafka, which may lose what it holds. `save` throws PublisherSuperseded where a later
 * publisher than the one elected with `fence` has saved.
 */
export function publisherCheckpoint(db: Database, fence: number): PublisherCheckpoint {
  return {
    load: async (topic): Promise<Published | undefined> => {
      const row = await maybeRow<{ position: Position; partitions: unknown }>(
        db,
        query('directory.published_topics').select('position', 'partitions').where({ topic }),
      );
      return row === undefined
        ? undefined
        : { position: row.position, partitions: partitionsSchema.parse(row.partitions) };
    },
    save: async (topic, { position, partitions }) => {
      const saved = await execute(
        db,
        query('directory.published_topics')
          .insert({ topic, position, partitions: JSON.stringify(partitions), fence })
          .onConflict('topic')
          .merge()
          .where('published_topics.fence', '<=', fence),
      );
      if (saved === 0) throw new PublisherSuperseded(`a publisher elected after number ${fence} publishes to ${topic}`);
    },
  };
}
