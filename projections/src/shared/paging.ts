import type { Direction } from '@ledgate/domain/catalogue/list-orders';
import { oneRow, type Queryable, rows } from './database.ts';
import type { Query } from './query.ts';

/** One page and how many rows there are in all. */
export type Page<Row> = { readonly items: readonly Row[]; readonly total: number };
export type Paging = { readonly offset: number; readonly limit: number };

/** A part of a list that is read from its newest to its oldest: so many rows whose number is below `before`; undefined: from the newest. */
export type Stretch = { readonly before: number | undefined; readonly limit: number };

export function inStretch(found: Query, number: string, { before, limit }: Stretch): Query {
  if (before !== undefined) found.where(number, '<', before);
  return found.orderBy(number, 'desc').limit(limit);
}

/** What a list is sorted by: an expression of SQL that stands in this package, never a caller's words. */
export type ListOrder = { readonly expression: string; readonly direction: Direction };

/** Newest id first; what is equal by an order too. */
export function inOrder(found: Query, order: ListOrder | undefined, id = 'id'): Query {
  if (order !== undefined) found.orderByRaw(`${order.expression} ${order.direction}`);
  return found.orderBy(id, 'desc');
}

export const countOf = async (db: Queryable, matching: Query): Promise<number> =>
  (await oneRow<{ total: number }>(db, matching.clone().count({ total: '*' }))).total;

/** Of the rows that match, at most `rowsMax` whatever the caller asks for. */
export async function pageOf<Row>(
  db: Queryable,
  matching: Query,
  columns: readonly string[],
  order: ListOrder | undefined,
  { offset, limit }: Paging,
  rowsMax: number,
): Promise<Page<Row>> {
  const total = await countOf(db, matching);
  const items = await rows<Row>(
    db,
    inOrder(matching.clone().select(columns), order).offset(offset).limit(Math.min(limit, rowsMax)),
  );
  return { items, total };
}
