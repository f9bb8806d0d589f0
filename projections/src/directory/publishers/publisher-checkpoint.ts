import type { Position } from '@ledgate/domain/ports/event-store';
import type { Published, PublisherCheckpoint } from '@ledgate/domain/ports/publisher-checkpoint';
import { z } from 'zod';
import { type Database, execute, maybeRow } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';

const count = z.int().nonnegative();
const partitionsSchema = z.array(z.strictObject({ last: count.transform((last) => last as Position), nextOffset: count }));

/** The publisher's checkpoint beside the directory; it survives Kafka, which may lose what it holds. */
export function publisherCheckpoint(db: Database): PublisherCheckpoint {
  return {
    load: async (topic): Promise<Published | undefined> => {
      const row = await maybeRow<{ position: Position; partitions: unknown }>(db, query('directory.published_topics').select('position', 'partitions').where({ topic }));
      return row === undefined ? undefined : { position: row.position, partitions: partitionsSchema.parse(row.partitions) };
    },
    save: async (topic, { position, partitions }) => {
      await execute(db, query('directory.published_topics').insert({ topic, position, partitions: JSON.stringify(partitions) }).onConflict('topic').merge());
    },
  };
}
