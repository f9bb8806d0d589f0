import type { PriceBook } from '@ledgate/domain/pricebook/events';
import type { Position } from '@ledgate/domain/ports/event-store';
import { PRICE_BOOKS_PAGE_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { maybeRow, type Queryable, rows } from '../shared/database.ts';
import { type Query, query } from '../shared/query.ts';

export type PriceBookVersion = {
  readonly version: number;
  readonly position: Position;
  /** Unix milliseconds. */
  readonly publishedMs: number;
  /** null: Ledgate itself, at its first start. */
  readonly actorId: number | null;
  /** The options that this version changed. */
  readonly changed: readonly string[];
};

type PriceBookRead = {
  version: number;
  position: number;
  published_ms: number;
  actor_id: number | null;
  changed: string;
};

const versionFrom = ({ version, position, published_ms, actor_id, changed }: PriceBookRead): PriceBookVersion => ({
  version,
  position: position as Position,
  publishedMs: published_ms,
  actorId: actor_id,
  changed: JSON.parse(changed) as string[],
});

const versions = (): Query =>
  query(`${READ_MODELS}.price_books`).select('version', 'position', 'published_ms', 'actor_id', 'changed');

export async function priceBookVersion(db: Queryable, version: number): Promise<PriceBookVersion | undefined> {
  const found = await maybeRow<PriceBookRead>(db, versions().where({ version }));
  return found === undefined ? undefined : versionFrom(found);
}

/** Newest first. */
export async function priceBookVersions(
  db: Queryable,
  limit = PRICE_BOOKS_PAGE_MAX,
): Promise<readonly PriceBookVersion[]> {
  const found = await rows<PriceBookRead>(
    db,
    versions().orderBy('version', 'desc').limit(Math.min(limit, PRICE_BOOKS_PAGE_MAX)),
  );
  return found.map(versionFrom);
}

/** All ratios and prices of one version. */
export async function priceBookOf(db: Queryable, version: number): Promise<PriceBook | undefined> {
  const found = await maybeRow<{ book: string }>(
    db,
    query(`${READ_MODELS}.price_books`).select('book').where({ version }),
  );
  return found === undefined ? undefined : (JSON.parse(found.book) as PriceBook);
}
