import type { PriceOptionKey } from '../options/registry.ts';
import { defaultPriceBook } from '../pricing/defaults.ts';
import type { UserId } from '../shared/ids.ts';
import { accept, type Decision, nothing, refuse } from '../shared/result.ts';
import type { PriceBook, PriceBookEvent } from './events.ts';
import { isPriceMap, PRICE_MAPS, PRICE_OPTION_KEYS, priceOptionTexts } from './options.ts';
import { type Parsed, parsePriceMap, parseQuotaPerUnit, PRICE_BOOK_BYTES_MAX } from './parse-option.ts';
import type { PriceBooks } from './state.ts';

export type PriceBookCommand =
  /** At the first start: the built-in book, unless one has been published. */
  | { readonly type: 'PublishDefaults' }
  /** Replaces whole options by their texts as the console sends them; options that are not named stay. */
  | {
      readonly type: 'PublishPrices';
      readonly options: Readonly<Partial<Record<PriceOptionKey, string>>>;
      readonly actorId: UserId;
    };

/**
 * Refuses with price_invalid, naming the option and the entry; then nothing changes (docs/behaviour.md#price-options). A book that says nothing new is
 * not published.
 */
export function decide(command: PriceBookCommand, books: PriceBooks): Decision<PriceBookEvent> {
  const current = books.status === 'published' ? books.book : defaultPriceBook();
  if (command.type === 'PublishDefaults') {
    return books.status === 'published' ? nothing : published(current, null, PRICE_OPTION_KEYS);
  }
  let next: PriceBook = current;
  for (const key of PRICE_OPTION_KEYS) {
    const text = command.options[key];
    if (text === undefined) continue;
    const changed = withOption(next, key, text);
    if (!changed.ok) return refuse(changed.refusal);
    next = changed.value;
  }
  const [before, after] = [priceOptionTexts(current), priceOptionTexts(next)];
  const changed = PRICE_OPTION_KEYS.filter((key) => before[key] !== after[key]);
  if (changed.length === 0) return nothing;
  const bytes = PRICE_OPTION_KEYS.reduce((sum, key) => sum + new TextEncoder().encode(after[key]).length, 0);
  if (bytes > PRICE_BOOK_BYTES_MAX)
    return refuse({ code: 'price_invalid', field: changed[0] ?? '', reason: 'too_large' });
  return published({ ...next, version: current.version + 1 }, command.actorId, changed);
}

function withOption(book: PriceBook, key: PriceOptionKey, text: string): Parsed<PriceBook> {
  if (!isPriceMap(key)) {
    const parsed = parseQuotaPerUnit(text);
    return parsed.ok ? { ok: true, value: { ...book, quotaPerUnit: parsed.value } } : parsed;
  }
  const parsed = parsePriceMap(key, text);
  return parsed.ok ? { ok: true, value: { ...book, [PRICE_MAPS[key]]: parsed.value } } : parsed;
}

const published = (
  book: PriceBook,
  actorId: UserId | null,
  changed: readonly PriceOptionKey[],
): Decision<PriceBookEvent> =>
  accept({ type: 'PriceBookPublished', data: { ...book, actorId, changed: [...changed] } });
