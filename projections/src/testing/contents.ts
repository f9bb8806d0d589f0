import { READ_MODELS } from '../schema/shape.ts';
import type { Database } from '../shared/database.ts';
import { GENERATION_VIEWS } from '../schema/generation-tables.sql.ts';

/** Everything that the live read models hold, as sorted texts; not their checkpoints, which differ with the partitions. */
export async function contentsOf(db: Database): Promise<readonly string[]> {
  const tables = GENERATION_VIEWS.filter((table) => table !== 'checkpoints');
  const texts = await Promise.all(
    tables.map(
      async (table) =>
        (
          await db.query<{ of: string; row: string }>(
            `select '${table}' as of, t::text as row from ${READ_MODELS}.${table} t order by 2`,
          )
        ).rows,
    ),
  );
  return texts.flat().map(({ of, row }) => `${of} ${row}`);
}
