import type { ChannelId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { maybeRow, oneRow, type Queryable, rows } from '../directory/database.ts';
import { every, type Sql, sql } from '../directory/sql.ts';
import { IDS_IN_ONE_QUERY_MAX } from '../limits.ts';

/** What a log page may be narrowed by (contract A.8); a filter that is undefined does not narrow. Times are Unix seconds, both inclusive. */
export type LogFilter = {
  readonly userId?: UserId | undefined;
  readonly username?: string | undefined;
  /** 1 top-up, 2 consumption, 3 administration, 4 system. */
  readonly type?: number | undefined;
  readonly tokenId?: TokenId | undefined;
  readonly tokenName?: string | undefined;
  /** Exact, or a LIKE pattern when it holds a `%`. */
  readonly modelName?: string | undefined;
  readonly channelId?: ChannelId | undefined;
  readonly group?: string | undefined;
  readonly requestId?: string | undefined;
  readonly fromS?: number | undefined;
  readonly toS?: number | undefined;
};

/**
 * The filter as conditions on `r`, a row of readmodel.log_rows that cleaning has left; undefined when nothing can match. Names become ids and
 * patterns become names first, so that the big table is only ever asked by its indexes.
 */
export async function conditionsOf(db: Queryable, filter: Omit<LogFilter, 'username'>): Promise<Sql | undefined> {
  const tokens = await tokensNamed(db, filter.tokenName, filter.userId);
  const models = await modelsLike(db, filter.modelName);
  const positions = await positionsOf(db, filter.requestId);
  if ([tokens, models, positions].some((found) => found?.length === 0)) return undefined;
  return every([
    shownIn(await shownRange(db, filter)),
    filter.userId === undefined ? undefined : sql`r.user_id = ${filter.userId}`,
    filter.type === undefined ? undefined : sql`r.type = ${filter.type}`,
    filter.tokenId === undefined ? undefined : sql`r.token_id = ${filter.tokenId}`,
    tokens === undefined ? undefined : sql`r.token_id = any(${tokens}::bigint[])`,
    models === undefined ? undefined : oneOf(models),
    filter.channelId === undefined ? undefined : sql`r.channel_id = ${filter.channelId}`,
    filter.group === undefined ? undefined : sql`r.group_name = ${filter.group}`,
    positions === undefined ? undefined : sql`r.position = any(${positions}::bigint[])`,
  ]);
}

/** Unix milliseconds, the end exclusive; undefined: no bound. */
export type ShownRange = { readonly fromMs: number; readonly toMs: number | undefined };

/**
 * Rows before the last cleaning's watermark are gone, whether or not the sweep has been there. The watermark is read first: as a number it lets
 * Postgres see how little it excludes, and take the index of the filter instead of the one of time.
 */
export async function shownRange(db: Queryable, { fromS, toS }: Pick<LogFilter, 'fromS' | 'toS'>): Promise<ShownRange> {
  const { before_ms: cleanedMs } = await oneRow<{ before_ms: number }>(db, sql`select before_ms from readmodel.log_cleaning`);
  return { fromMs: Math.max(cleanedMs, (fromS ?? 0) * 1_000), toMs: toS === undefined ? undefined : (toS + 1) * 1_000 };
}

export const shownIn = ({ fromMs, toMs }: ShownRange): Sql => every([
  fromMs <= 0 ? undefined : sql`r.at_ms >= ${fromMs}::bigint`,
  toMs === undefined ? undefined : sql`r.at_ms < ${toMs}::bigint`,
]);

const oneOf = (models: readonly string[]): Sql => (models.length === 1 ? sql`r.model_name = ${models[0]}` : sql`r.model_name = any(${models}::text[])`);

/** The filter with the user's id in place of his name; undefined when there is no such user. */
export async function withUserId(db: Queryable, { username, ...filter }: LogFilter): Promise<Omit<LogFilter, 'username'> | undefined> {
  if (username === undefined) return filter;
  const named = await maybeRow<{ id: number }>(db, sql`select id from directory.users where username = ${username}`);
  if (named === undefined || (filter.userId !== undefined && filter.userId !== named.id)) return undefined;
  return { ...filter, userId: named.id as UserId };
}

async function tokensNamed(db: Queryable, name: string | undefined, userId: UserId | undefined): Promise<readonly number[] | undefined> {
  if (name === undefined) return undefined;
  const owner = userId === undefined ? undefined : sql`user_id = ${userId}`;
  const found = await rows<{ id: number }>(db, sql`
    select id from directory.tokens where ${every([sql`name = ${name}`, owner])} order by id desc limit ${IDS_IN_ONE_QUERY_MAX}`);
  return found.map(({ id }) => id);
}

async function modelsLike(db: Queryable, pattern: string | undefined): Promise<readonly string[] | undefined> {
  if (pattern === undefined || !pattern.includes('%')) return pattern === undefined ? undefined : [pattern];
  const found = await rows<{ model_name: string }>(db, sql`
    select distinct model_name from readmodel.usage_model_day where model_name like ${pattern} limit ${IDS_IN_ONE_QUERY_MAX}`);
  return found.map(({ model_name }) => model_name);
}

async function positionsOf(db: Queryable, requestId: string | undefined): Promise<readonly number[] | undefined> {
  if (requestId === undefined) return undefined;
  const found = await rows<{ position: number }>(db, sql`
    select position from readmodel.ledger_entries where reference = ${requestId} and reference <> '' limit ${IDS_IN_ONE_QUERY_MAX}`);
  return found.map(({ position }) => position);
}
