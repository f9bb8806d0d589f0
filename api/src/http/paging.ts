import type { Paging } from '@ledgate/projections/shared/paging';

/** @param query `p` counted from 1 */
export const offsetFromOne = ({ p, page_size }: { readonly p: number; readonly page_size: number }): Paging => ({
  offset: (p - 1) * page_size,
  limit: page_size,
});

/** @param p counted from 0 */
export const offsetFromZero = (p: number, size: number): Paging => ({ offset: p * size, limit: size });
