import type { PriceBook } from './events.ts';

/** The fold of the stream `pricebook`: the last book published. Before the first, the built-in one holds (pricing/defaults.ts), which is version 1. */
export type PriceBooks = { readonly status: 'missing' } | { readonly status: 'published'; readonly book: PriceBook };

export const initialPriceBooks: PriceBooks = { status: 'missing' };
