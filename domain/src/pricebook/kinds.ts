// Apart from what works with them, since pages that list them load nothing of that.

/** What a model's price comes from: the book's own prices, its price of a call, its ratio, or the catalogue that it names. */
export const PRICE_SOURCES = ['prices', 'call', 'ratio', 'catalogue'] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];

/** How the catalogue differs from what is published (docs/billing.md#differences). */
export const DIFFERENCES = ['dearer', 'cheaper', 'other', 'new', 'gone'] as const;
