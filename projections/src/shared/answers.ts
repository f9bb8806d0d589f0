import type { Queryable } from './database.ts';

/** Ends when Postgres has answered a question that costs it nothing. Throws what pg throws. */
export async function answers(db: Queryable): Promise<void> {
  await db.query('select 1');
}
