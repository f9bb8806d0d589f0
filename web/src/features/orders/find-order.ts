import type { Order } from '@ledgate/api/contract/topup';

type Row = Pick<Order, 'trade_no' | 'create_time'>;
/** A page of the list, newest first, and how many pages there are. */
type Asked = { readonly rows: readonly Row[]; readonly pages: number };

/** Pages beside the one of its second that are looked at too: orders of one second, or of clocks that differ, stand as they came. */
const BESIDE = [1, -1, 2, -2] as const;

/** The second in which an order was made, with which its number ends; undefined of what is no number of an order. */
export const orderMadeAt = (number: string): number | undefined => {
  const second = /^USR\d+NO.{6}(\d{10})$/u.exec(number)?.[1];
  return second === undefined ? undefined : Number(second);
};

/**
 * On which page, from 1, of a list newest first an order stands; undefined where it is on none. Halves the pages by the second in which it was made: of a
 * million pages at most 25 are asked for.
 */
export async function findOrder(number: string, ask: (page: number) => Promise<Asked>): Promise<number | undefined> {
  const madeAt = orderMadeAt(number);
  if (madeAt === undefined) return undefined;
  const seen = new Set<number>();
  const look = async (page: number): Promise<Asked & { readonly isThere: boolean }> => {
    seen.add(page);
    const asked = await ask(page);
    return { ...asked, isThere: asked.rows.some(({ trade_no: each }) => each === number) };
  };
  let [low, high, page] = [1, 1, 1];
  for (let isFirst = true; low <= high; isFirst = false) {
    page = Math.floor((low + high) / 2);
    const { rows, pages, isThere } = await look(page);
    if (isThere) return page;
    if (isFirst) high = pages;
    const [newest, oldest] = [rows.at(0), rows.at(-1)];
    if (newest === undefined || oldest === undefined || madeAt > newest.create_time) high = page - 1;
    else if (madeAt < oldest.create_time) low = page + 1;
    else break;
  }
  for (const aside of BESIDE) {
    const near = page + aside;
    if (near < 1 || seen.has(near)) continue;
    const { isThere } = await look(near);
    if (isThere) return near;
  }
  return undefined;
}
