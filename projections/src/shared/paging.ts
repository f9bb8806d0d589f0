import { oneRow, type Queryable, rows } from './database.ts';
import type { Query } from './query.ts';

/** One page and how many rows there are in all. */
export type Page<Row> = { readonly items: readonly Row[]; readonly total: number };
export type Paging = { readonly offset: number; readonly limit: number };

/** Of the rows that match, newest id first, at most `rowsMax` whatever the caller asks for. */
export async function pageById<Row>(
  db: Queryable,
  matching: Query,
  columns: readonly string[],
  { offset, limit }: Paging,
  rowsMax: number,
): Promise<Page<Row>> {
  const { total } = await oneRow<{ total: number }>(db, matching.clone().count({ total: '*' }));
  const items = await rows<Row>(
    db,
    matching.clone().select(columns).orderBy('id', 'desc').offset(offset).limit(Math.min(limit, rowsMax)),
  );
  return { items, total };
}
