import { randomUUID } from 'node:crypto';
import { execute, maybeRow, type Queryable } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';

const ID_CHARACTERS = 8;

/**
 * Names this life of the ledger: made when it is first asked for, the same ever after, also for several who ask at once, and another after a restore or
 * a move (dump/tables.ts), when the ledger may go on otherwise than it did before. A topic that bears the name holds nothing of another life.
 */
export async function feedIdentity(db: Queryable): Promise<string> {
  const table = () => query('directory.feed_identity');
  await execute(
    db,
    table()
      .insert({ id: randomUUID().slice(0, ID_CHARACTERS) })
      .onConflict('single')
      .ignore(),
  );
  const row = await maybeRow<{ id: string }>(db, table().select('id'));
  if (row === undefined) throw new Error('the feed has no identity although one was written');
  return row.id;
}
