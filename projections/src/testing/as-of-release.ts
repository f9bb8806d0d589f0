import { READ_MODELS, viewsOf } from '../schema/shape.ts';
import type { Database } from '../shared/database.ts';

/** The live generation as if a release of another shape had made it; its tables are the same, which that shape then is taken to be. */
export async function asOfRelease(db: Database, shape: number): Promise<void> {
  await db.query(
    `update readmodel.generations set shape = ${shape} where status = 'live'; alter schema ${READ_MODELS} rename to ${viewsOf(shape)}`,
  );
}
