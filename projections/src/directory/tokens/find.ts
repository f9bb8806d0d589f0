import type { UserId } from '@ledgate/domain/shared/ids';
import { maybeRow, oneRow, type Queryable, rows } from '../../shared/database.ts';
import {
  inOrder,
  inStretch,
  type ListOrder,
  type Page,
  pageOf,
  type Paging,
  type Stretch,
} from '../../shared/paging.ts';
import { literally, oneOfIds, type Piece, type Query, query } from '../../shared/query.ts';
import type { DirectoryKeys } from '../keys/directory-keys.ts';
import { LIST_ROWS_MAX, TOKEN_KEYS_OPENED_MAX } from '../limits.ts';
import type { TokenRow } from '../rows.ts';
import { tokenColumns } from './columns.ts';

// Deleted tokens are found by their names alone (tokenNamesOf, tokenIdsNamed), and to be told to the ledger.

const tokens = (): Query => query('directory.tokens');
const live = (): Query => tokens().whereNull('deleted_time');

/** `userId`: only this user's. */
export const findToken = (db: Queryable, id: number, userId?: number): Promise<TokenRow | undefined> =>
  maybeRow(db, one(id, userId));

/** The row stays locked until the transaction ends. */
export const lockToken = (db: Queryable, id: number, userId?: number): Promise<TokenRow | undefined> =>
  maybeRow(db, one(id, userId).forUpdate());

const one = (id: number, userId: number | undefined): Query =>
  live()
    .select(tokenColumns)
    .where({ id, ...(userId === undefined ? {} : { user_id: userId }) });

/** Whether there was such a token and it is deleted. */
export const isTokenDeleted = async (db: Queryable, id: number): Promise<boolean> =>
  (await maybeRow(db, tokens().select('id').where({ id }).whereNotNull('deleted_time'))) !== undefined;

/** How many a user has, deleted ones not counted. */
export const countTokens = async (db: Queryable, userId: number): Promise<number> =>
  (await oneRow<{ count: number }>(db, live().where({ user_id: userId }).count({ count: '*' }))).count;

type TokenSearch = {
  readonly userId: number;
  /** A part of the name, letter case ignored; '': any. */
  readonly keyword: string;
  /** A part of the key, without `sk-`; '': any. */
  readonly key: string;
  /** Of what they are now; undefined: any. */
  readonly inStatus: Piece | undefined;
};

/** `isCut`: there are more tokens of such names than keys are opened, and later ones were not looked at. */
type FoundTokens = Page<TokenRow> & { readonly isCut: boolean };

/** One user's (docs/behaviour.md#tokens). Keys are opened one by one, those of the first TOKEN_KEYS_OPENED_MAX tokens. */
export async function listTokens(
  db: Queryable,
  directoryKeys: DirectoryKeys,
  search: TokenSearch,
  order: ListOrder | undefined,
  paging: Paging,
): Promise<FoundTokens> {
  const { matching, isCut } = await tokensLike(db, directoryKeys, search, order);
  return { ...(await pageOf(db, matching(), tokenColumns, order, paging, LIST_ROWS_MAX)), isCut };
}

/** The same, part by part: nothing is counted, and keys are opened once for all of them. */
export async function tokensByStretches(
  db: Queryable,
  directoryKeys: DirectoryKeys,
  search: TokenSearch,
): Promise<(stretch: Stretch) => Promise<readonly TokenRow[]>> {
  const { matching } = await tokensLike(db, directoryKeys, search, undefined);
  return (stretch) => rows(db, inStretch(matching().select(tokenColumns), 'id', stretch));
}

type TokensLike = { readonly matching: () => Query; readonly isCut: boolean };

async function tokensLike(
  db: Queryable,
  directoryKeys: DirectoryKeys,
  { userId, keyword, key, inStatus }: TokenSearch,
  order: ListOrder | undefined,
): Promise<TokensLike> {
  const named = live().where({ user_id: userId });
  if (keyword !== '') named.whereRaw('lower(name) like ?', [`%${literally(keyword.toLowerCase())}%`]);
  if (inStatus !== undefined) named.whereRaw(inStatus);
  if (key === '') return { matching: () => named.clone(), isCut: false };
  const asked = await rows<{ id: number }>(db, inOrder(named.select('id'), order).limit(TOKEN_KEYS_OPENED_MAX + 1));
  const ids = asked.slice(0, TOKEN_KEYS_OPENED_MAX).map(({ id }) => id);
  const keys = await directoryKeys.of(db, 'token', ids);
  const found = ids.filter((id) => keys.get(id)?.some((each) => each.includes(key)) === true);
  return { matching: () => live().where(oneOfIds('id', found)), isCut: asked.length > ids.length };
}

/** Names by id, deleted tokens included. */
export async function tokenNamesOf(db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await rows<{ id: number; name: string }>(db, tokens().select('id', 'name').where(oneOfIds('id', ids)));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Names and owners by id, deleted ones included. */
export async function tokenOwnersOf(
  db: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly name: string; readonly userId: UserId }>> {
  if (ids.length === 0) return new Map();
  const found = await rows<{ id: number; name: string; userId: UserId }>(
    db,
    tokens().select({ id: 'id', name: 'name', userId: 'user_id' }).where(oneOfIds('id', ids)),
  );
  return new Map(found.map(({ id, ...token }) => [id, token]));
}

/**
 * Ids of the user's (or, without one, everybody's) tokens with exactly this name, deleted ones included: what a log filter by
 * token name means. The newest, where there are too many.
 */
export async function tokenIdsNamed(db: Queryable, name: string, userId?: number): Promise<readonly number[]> {
  const found = await rows<{ id: number }>(
    db,
    tokens()
      .select('id')
      .where({ name, ...(userId === undefined ? {} : { user_id: userId }) })
      .orderBy('id', 'desc')
      .limit(LIST_ROWS_MAX),
  );
  return found.map(({ id }) => id);
}
