import type { PriceOptionKey } from '../options/registry.ts';
import { defaultPriceBook } from '../pricing/defaults.ts';
import { entry } from '../pricing/lookup.ts';
import type { UserId } from '../shared/ids.ts';
import { accept, type Decision, nothing, refuse } from '../shared/result.ts';
import { RULES_MAX } from '../tariff/basis.ts';
import type { PriceBook, PriceBookEvent } from './events.ts';
import { type PriceBookChanges, withChanges } from './changes.ts';
import { changesBetween } from './compare.ts';
import { isPriceMap, PRICE_MAPS, PRICE_OPTION_KEYS, priceOptionTexts } from './options.ts';
import {
  type Parsed,
  parsePriceMap,
  parseQuotaPerUnit,
  PRICE_BOOK_BYTES_MAX,
  PRICE_BOOKS_BYTES_MAX,
} from './parse-option.ts';
import { bookInForce, type PriceBooks, startOf } from './state.ts';

export { RULES_MAX };

export type PriceBookCommand =
  /** At the first start: the built-in book, unless one has been published. */
  | {
      readonly type: 'PublishDefaults';
      /** The digest of a published one, by which and the rules of today the book prices what it says nothing of; undefined: neither. */
      readonly catalogue?: string | undefined;
    }
  /** Replaces whole options by their texts as the console sends them; options that are not named stay. */
  | {
      readonly type: 'PublishPrices';
      readonly options: Readonly<Partial<Record<PriceOptionKey, string>>>;
      readonly actorId: UserId;
      /** By which it is decided which book is changed, and which still wait for their start. */
      readonly nowMs: number;
    }
  /** Sets entries of the book, takes them out, or replaces members that are no maps. */
  | {
      readonly type: 'PublishChanges';
      readonly changes: PriceBookChanges;
      readonly actorId: UserId;
      readonly nowMs: number;
      /** Undefined: at once. Not before `nowMs`. */
      readonly startsAtMs: number | undefined;
    };

/**
 * Refuses with price_invalid, naming the option and the entry; then nothing changes (docs/behaviour.md#price-options). A book that says nothing new is
 * not published. What is changed is the book in force; those that wait for their start are published again behind it, with the change
 * (docs/billing.md#price-book-in-force).
 */
export function decide(command: PriceBookCommand, books: PriceBooks): Decision<PriceBookEvent> {
  if (command.type === 'PublishDefaults') {
    if (books.status === 'published') return nothing;
    const { catalogue } = command;
    const builtIn = catalogue === undefined ? {} : { builtIn: { rules: RULES_MAX, catalogue } };
    return accept(published({ ...defaultPriceBook(), ...builtIn }, null, PRICE_OPTION_KEYS));
  }
  if (command.type === 'PublishChanges') return publishChanges(command, books);
  const current = bookInForce(books, command.nowMs);
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
  const { startsAtMs: _started, ...prices } = next;
  const waiting = waitingOf(books, command.nowMs);
  const version = (waiting.at(-1) ?? current).version + 1;
  return appendable(
    [
      published({ ...prices, version }, command.actorId, changed),
      ...waiting.map((book, index) =>
        published({ ...withOptionChange(book, current, next), version: version + 1 + index }, command.actorId, changed),
      ),
    ],
    changed[0] ?? '',
  );
}

/** Both are written at once or neither: what waits is copied with each change, so that many waiting books are soon too many. */
function appendable(events: readonly PriceBookEvent[], field: string): Decision<PriceBookEvent> {
  const bytes = new TextEncoder().encode(JSON.stringify(events)).length;
  return bytes > PRICE_BOOKS_BYTES_MAX
    ? refuse({ code: 'price_invalid', field, reason: 'too_large' })
    : accept(...events);
}

/** What is changed is the book that will hold when the change starts; what starts later is published again behind it, with the change. */
function publishChanges(
  command: Extract<PriceBookCommand, { type: 'PublishChanges' }>,
  books: PriceBooks,
): Decision<PriceBookEvent> {
  const { changes, actorId, nowMs, startsAtMs } = command;
  if (startsAtMs !== undefined && startsAtMs < nowMs)
    return refuse({ code: 'price_invalid', field: 'starts_at', reason: 'past' });
  const fromMs = startsAtMs ?? nowMs;
  const base = bookInForce(books, fromMs);
  const { startsAtMs: _base, ...changedBook } = withChanges(base, changes);
  if (changesBetween(base, changedBook).length === 0) return nothing;
  const waiting = waitingOf(books, fromMs);
  const last = books.status === 'missing' ? base : (books.books.at(-1) ?? base);
  const changed = Object.keys(changes).map((member) => OPTION_OF[member] ?? member);
  const next = { ...changedBook, ...(startsAtMs === undefined ? {} : { startsAtMs }) };
  const events = [next, ...waiting.map((book) => withChanges(book, changes))].map((book, index) =>
    published({ ...book, version: last.version + 1 + index }, actorId, changed),
  );
  return appendable(events, 'changes');
}

/** The option that a member is shown as, by the member. */
const OPTION_OF: Readonly<Record<string, PriceOptionKey>> = {
  ...Object.fromEntries(Object.entries(PRICE_MAPS).map(([option, member]) => [member, option as PriceOptionKey])),
  quotaPerUnit: 'QuotaPerUnit',
};

const waitingOf = (books: PriceBooks, nowMs: number): readonly PriceBook[] =>
  books.status === 'missing' ? [] : books.books.filter((book) => startOf(book) > nowMs);

/** A book with what an option's save has changed: entries that it added, set or took out. All others stay. */
function withOptionChange(book: PriceBook, before: PriceBook, after: PriceBook): PriceBook {
  let changed = before.quotaPerUnit === after.quotaPerUnit ? book : { ...book, quotaPerUnit: after.quotaPerUnit };
  for (const map of Object.values(PRICE_MAPS)) {
    const entries = new Map(Object.entries(changed[map]));
    for (const name of Object.keys({ ...before[map], ...after[map] })) {
      const [old, now] = [entry(before[map], name), entry(after[map], name)];
      if (old === now) continue;
      if (now === undefined) entries.delete(name);
      else entries.set(name, now);
    }
    changed = { ...changed, [map]: Object.fromEntries(entries) };
  }
  return changed;
}

function withOption(book: PriceBook, key: PriceOptionKey, text: string): Parsed<PriceBook> {
  if (!isPriceMap(key)) {
    const parsed = parseQuotaPerUnit(text);
    return parsed.ok ? { ok: true, value: { ...book, quotaPerUnit: parsed.value } } : parsed;
  }
  const parsed = parsePriceMap(key, text);
  return parsed.ok ? { ok: true, value: { ...book, [PRICE_MAPS[key]]: parsed.value } } : parsed;
}

const published = (book: PriceBook, actorId: UserId | null, changed: readonly string[]): PriceBookEvent => ({
  type: 'PriceBookPublished',
  data: { ...book, actorId, changed: [...changed] },
});
