import { catalogueOf } from '@ledgate/domain/pricebook/catalogue-stream';
import type { PriceBook } from '@ledgate/domain/pricebook/events';
import { priceOf } from '@ledgate/domain/pricing/reckon';
import type { Catalogue } from '@ledgate/domain/tariff/prices';
import { LRUCache } from 'lru-cache';
import { EXPORT_BOOKS_KEPT_MAX } from '../../limits.ts';
import { READ_MODELS } from '../../schema/shape.ts';
import { rows } from '../../shared/database.ts';
import { oneOfIds, query } from '../../shared/query.ts';
import type { Use } from '../charges/charge-row.ts';
import type { ExportSource } from '../layout.ts';

type ListPrices = { readonly book: PriceBook; readonly catalogue: Catalogue | undefined };

/** Price books as they are for everybody: every group at ratio 1, and no customer's rules. */
export class ListBooks {
  readonly #source: ExportSource;
  readonly #books = new LRUCache<number, ListPrices>({ max: EXPORT_BOOKS_KEPT_MAX });

  constructor(source: ExportSource) {
    this.#source = source;
  }

  /** By their versions, of those that there are: one query for all that are not known yet. */
  async of(versions: readonly number[]): Promise<ReadonlyMap<number, ListPrices>> {
    const found = new Map<number, ListPrices>();
    const missing: number[] = [];
    for (const version of new Set(versions)) {
      const known = this.#books.get(version);
      if (known === undefined) missing.push(version);
      else found.set(version, known);
    }
    if (missing.length === 0) return found;
    const read = await rows<{ version: number; book: string }>(
      this.#source.db,
      query(`${READ_MODELS}.price_books`).select('version', 'book').where(oneOfIds('version', missing)),
    );
    for (const { version, book: text } of read) {
      const book = JSON.parse(text) as PriceBook;
      const prices = {
        book: { ...book, groupRatio: {}, rules: [] },
        catalogue: await catalogueOf(this.#source.store, book),
      };
      this.#books.set(version, prices);
      found.set(version, prices);
    }
    return found;
  }
}

/** Quota units that what was used costs by its book for everybody; of a change its share of that, and where no usage is stated what was charged. */
export function listUnits(use: Use, model: string | null, books: ReadonlyMap<number, ListPrices>): number {
  const { kind, units, usage, price, charge } = use;
  const list = books.get(price?.priceBookVersion ?? 0);
  if (usage === undefined || list === undefined || model === null) return units;
  const serviceTier = charge?.serviceTier;
  const { amount } = priceOf({ ...list, model, group: '', serviceTier }, usage);
  if (kind === 'charge' || kind === 'late') return amount;
  const charged = priceOfWhole(use);
  return charged === 0 ? units : Math.round((amount * units) / charged);
}

/** What the whole request is charged by the event that changes it. */
const priceOfWhole = ({ charge, settledAfter }: Use): number => charge?.amount ?? settledAfter ?? 0;
