import type { Direction } from '@ledgate/domain/catalogue/list-orders';

/** What a list is sorted by: a column as the api names it; undefined is the list's own order. */
export type Order = { readonly by: string | undefined; readonly direction: Direction };

const SORT = 'sort';
const ORDER = 'order';

/** As it stands in the address. A column that the list has not, as an old link may name, is none. */
export function orderIn(params: URLSearchParams, columns: readonly string[]): Order {
  const by = params.get(SORT) ?? '';
  return {
    by: columns.includes(by) ? by : undefined,
    direction: params.get(ORDER) === 'desc' ? 'desc' : 'asc',
  };
}

/** The same address with another order, on the first page. */
export function withOrder(params: URLSearchParams, { by, direction }: Order): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [SORT, ORDER, 'p']) next.delete(name);
  if (by === undefined) return next;
  next.set(SORT, by);
  if (direction === 'desc') next.set(ORDER, direction);
  return next;
}

/** What pressing a column's head leads to: a figure's largest first, a name's first; then the other way round; then the list's own order. */
export function pressed(now: Order, by: string, isFigure: boolean): Order {
  const first: Direction = isFigure ? 'desc' : 'asc';
  if (now.by !== by) return { by, direction: first };
  return now.direction === first
    ? { by, direction: first === 'asc' ? 'desc' : 'asc' }
    : { by: undefined, direction: 'asc' };
}
