import type { PriceBook } from '@ledgate/domain/pricebook/events';
import type { Position } from '@ledgate/domain/ports/event-store';
import { PRICE_BOOKS_PAGE_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { maybeRow, oneRow, type Queryable, rows } from '../shared/database.ts';
import type { Page, Paging } from '../shared/paging.ts';
import { oneOfIds, type Query, query } from '../shared/query.ts';

export type PriceBookVersion = {
  readonly version: number;
  readonly position: Position;
  /** Unix milliseconds. */
  readonly publishedMs: number;
  /** Unix milliseconds; 0: since it stands. */
  readonly startsMs: number;
  /** null: Ledgate itself, at its first start. */
  readonly actorId: number | null;
  /** '': none was stated. */
  readonly reason: string;
  /** The options that this version changed. */
  readonly changed: readonly string[];
};

const COLUMNS = {
  version: 'version',
  position: 'position',
  publishedMs: 'published_ms',
  startsMs: 'starts_ms',
  actorId: 'actor_id',
  reason: 'reason',
  changed: 'changed',
};

type PriceBookRead = Omit<PriceBookVersion, 'changed'> & { readonly changed: string };

const versionFrom = <Read extends PriceBookRead>(read: Read) => ({
  ...read,
  changed: JSON.parse(read.changed) as string[],
});

const books = (): Query => query(`${READ_MODELS}.price_books`);

/** A version with the quota units that 1 USD is in it, decimal text, and without its prices. */
export async function priceBookVersion(
  db: Queryable,
  version: number,
): Promise<(PriceBookVersion & { readonly quotaPerUnit: string }) | undefined> {
  const found = await maybeRow<PriceBookRead & { quotaPerUnit: string }>(
    db,
    books().select(COLUMNS, query.raw(`book::json ->> 'quotaPerUnit' as "quotaPerUnit"`)).where({ version }),
  );
  return found === undefined ? undefined : versionFrom(found);
}

/** Newest first. */
export async function priceBookVersions(db: Queryable, { offset, limit }: Paging): Promise<Page<PriceBookVersion>> {
  const { total } = await oneRow<{ total: number }>(db, books().count({ total: '*' }));
  const items = await rows<PriceBookRead>(
    db,
    books().select(COLUMNS).orderBy('version', 'desc').offset(offset).limit(Math.min(limit, PRICE_BOOKS_PAGE_MAX)),
  );
  return { items: items.map(versionFrom), total };
}

/** The version that holds at the time: the highest that has started (docs/billing.md#price-book-in-force); undefined where none has. */
export const versionInForce = async (db: Queryable, nowMs: number): Promise<number | undefined> =>
  (await oneRow<{ version: number | null }>(db, books().where('starts_ms', '<=', nowMs).max({ version: 'version' })))
    .version ?? undefined;

/** Those of the versions that a later one replaces from their start on: one that still waits will never hold (docs/billing.md#price-book-in-force). */
export async function replacedVersions(db: Queryable, versions: readonly number[]): Promise<ReadonlySet<number>> {
  const later = query(`${READ_MODELS}.price_books as later`)
    .where('later.version', '>', query.ref('one.version'))
    .where('later.starts_ms', '<=', query.ref('one.starts_ms'));
  const found = await rows<{ version: number }>(
    db,
    query(`${READ_MODELS}.price_books as one`)
      .select({ version: 'one.version' })
      .where(oneOfIds('one.version', versions))
      .whereExists(later),
  );
  return new Set(found.map(({ version }) => version));
}

type WholePriceBook = PriceBookVersion & { readonly book: PriceBook };

/** One version with all its ratios and prices. */
export const priceBookOf = (db: Queryable, version: number): Promise<WholePriceBook | undefined> =>
  whole(db, books().where({ version }));

/** The version before, whether it has ever held or not. */
export const priceBookBefore = (db: Queryable, version: number): Promise<WholePriceBook | undefined> =>
  whole(db, books().where('version', '<', version).orderBy('version', 'desc').limit(1));

async function whole(db: Queryable, found: Query): Promise<WholePriceBook | undefined> {
  const read = await maybeRow<PriceBookRead & { book: string }>(db, found.select({ ...COLUMNS, book: 'book' }));
  return read === undefined ? undefined : { ...versionFrom(read), book: JSON.parse(read.book) as PriceBook };
}
