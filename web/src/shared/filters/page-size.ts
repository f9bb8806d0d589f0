import { OPENED } from './opened.ts';
import { initialUi, pageSizes, type PageSize } from '../ui-state/ui-slice.ts';

const PAGE = 'p';
const SIZE = 'size';
/** Of an address that says none and names a page. */
const USUAL = initialUi.pageSize;

/** How many rows a page has at an address: as it says, else, where it names no page, as `kept` in this browser. */
export function sizeIn(params: URLSearchParams, kept: PageSize): PageSize {
  const said = pageSizes.find((size) => String(size) === params.get(SIZE));
  return said ?? (params.has(PAGE) ? USUAL : kept);
}

/** The same address that says so: what is on its page, and open there, is the same in a browser that keeps another size. */
export function withSize(params: URLSearchParams, size: PageSize): URLSearchParams {
  const next = new URLSearchParams(params);
  if (size === USUAL) next.delete(SIZE);
  else next.set(SIZE, String(size));
  return next;
}

/** The same list at another page, with as many rows on it, also in the browser that keeps `kept`. */
export function atPage(params: URLSearchParams, page: number, size: PageSize, kept: PageSize): URLSearchParams {
  const next = withSize(params, size);
  if (page > 1) next.set(PAGE, String(page));
  else {
    next.delete(PAGE);
    if (size !== kept) next.set(SIZE, String(size));
  }
  return next;
}

/** The first page of the same list with nothing open, with as many rows as this browser keeps from now on. */
export function withoutSize(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [PAGE, SIZE, OPENED]) next.delete(name);
  return next;
}
