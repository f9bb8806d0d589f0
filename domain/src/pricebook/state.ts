import { defaultPriceBook } from '../pricing/defaults.ts';
import type { PriceBook } from './events.ts';

/**
 * The fold of the stream `pricebook`: in the order of their versions the books that hold now or may hold later, each starting after the one before. Before the
 * first is published the built-in one holds (pricing/defaults.ts), which is version 1.
 */
export type PriceBooks =
  | { readonly status: 'missing' }
  | { readonly status: 'published'; readonly books: readonly [PriceBook, ...PriceBook[]] };

export const initialPriceBooks: PriceBooks = { status: 'missing' };

/** Unix milliseconds; 0: since it stands. */
export const startOf = ({ startsAtMs = 0 }: PriceBook): number => startsAtMs;

/** The highest version that has started (docs/billing.md#price-book-in-force). */
export function bookInForce(state: PriceBooks, nowMs: number): PriceBook {
  if (state.status === 'missing') return defaultPriceBook();
  return state.books.findLast((book) => startOf(book) <= nowMs) ?? state.books[0];
}
