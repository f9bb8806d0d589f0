import { ANSWERED_STATUS, LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import { type ChannelId, NO_TOKEN, type TokenId, type UserId } from '@ledgate/domain/shared/ids';
import { tokenIdsNamed } from '../directory/tokens/find.ts';
import { userIdsOf } from '../directory/users/list.ts';
import { IDS_IN_ONE_QUERY_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { type Queryable, rows } from '../shared/database.ts';
import { oneOfIds, oneOfTexts, type Query, query } from '../shared/query.ts';
import { playgroundGroup } from './playground-name.ts';
import { type Conditions, shownIn, type ShownRange } from './log-range.ts';

/** What a log page may be narrowed by (docs/behaviour.md#logs); a filter that is undefined does not narrow. Times are Unix seconds, both inclusive. */
export type LogFilter = {
  readonly accountId?: UserId | undefined;
  readonly username?: string | undefined;
  /** 1 top-up, 2 consumption, 3 administration, 4 system, 5 failed call. */
  readonly type?: number | undefined;
  readonly tokenId?: TokenId | undefined;
  readonly tokenName?: string | undefined;
  /** Exact, or a LIKE pattern when it holds a `%`. */
  readonly modelBilled?: string | undefined;
  readonly channelId?: ChannelId | undefined;
  readonly group?: string | undefined;
  readonly requestId?: string | undefined;
  /** `name=value` of one of a call's tags. */
  readonly tag?: string | undefined;
  /** The HTTP status that a call was answered with: ANSWERED_STATUS for charged ones, of failed ones what their caller was told. */
  readonly status?: number | undefined;
  /** What calls cost, both inclusive, in quota units: a failed one cost nothing. Rows that are of no call are not among them. */
  readonly costMin?: number | undefined;
  readonly costMax?: number | undefined;
  readonly fromS?: number | undefined;
  readonly toS?: number | undefined;
};

/** Of the tags of rows instead: each has all that is asked of its row here. */
const withTag =
  (tag: string): Conditions =>
  (found) =>
    void found.from(`${READ_MODELS}.log_tags as r`).where({ 'r.tag': tag });

/** Failed calls are found by an index of their own. */
const withStatus = (status: number): Readonly<Record<string, number>> => ({
  'r.status': status,
  'r.type': status === ANSWERED_STATUS ? LOG_TYPE.consumption : LOG_TYPE.failure,
});

function costConditions({ costMin, costMax }: Pick<LogFilter, 'costMin' | 'costMax'>): Conditions {
  if (costMin === undefined && costMax === undefined) return () => undefined;
  return (found) => {
    found.whereIn('r.type', [LOG_TYPE.consumption, LOG_TYPE.failure]);
    if (costMin !== undefined) found.where('r.quota', '>=', costMin);
    if (costMax !== undefined) found.where('r.quota', '<=', costMax);
  };
}

export const logRows = (conditions: Conditions): Query => query(`${READ_MODELS}.log_rows as r`).modify(conditions);

/**
 * The filter as conditions on `r`, a row of log_rows that cleaning has left, or, where a tag is asked for, of log_tags; undefined when nothing can match.
 * Names become ids and patterns become names first, so that the big table is only ever asked by its indexes.
 *
 * @param range in place of the filter's times
 */
export async function conditionsOf(
  db: Queryable,
  filter: Omit<LogFilter, 'username' | 'fromS' | 'toS'>,
  range: ShownRange,
): Promise<Conditions | undefined> {
  const ofTokens = await tokenConditions(db, filter);
  const ofModels = await modelConditions(db, filter);
  const positions = await positionsOfRequest(db, filter.requestId);
  if (ofTokens === undefined || ofModels === undefined || positions?.length === 0) return undefined;
  const shown = shownIn(range);
  const equal = {
    'r.user_id': filter.accountId,
    'r.type': filter.type,
    'r.token_id': filter.tokenId,
    'r.channel_id': filter.channelId,
    'r.group_name': filter.group,
  };
  return (found) => {
    shown(found);
    for (const [column, value] of Object.entries(equal)) if (value !== undefined) found.where(column, value);
    ofTokens(found);
    ofModels(found);
    if (filter.status !== undefined) found.where(withStatus(filter.status));
    costConditions(filter)(found);
    if (filter.tag !== undefined) withTag(filter.tag)(found);
    if (positions !== undefined) found.where(oneOfIds('r.position', positions));
  };
}

/** The filter with the user's id in place of his name; undefined when there is no such user. */
export async function withUserId(
  db: Queryable,
  { username, ...filter }: LogFilter,
): Promise<Omit<LogFilter, 'username'> | undefined> {
  if (username === undefined) return filter;
  const accountId = (await userIdsOf(db, [username])).get(username);
  if (accountId === undefined || (filter.accountId !== undefined && filter.accountId !== accountId)) return undefined;
  return { ...filter, accountId };
}

/** A name that calls without a token have means those of its group too. */
async function tokenConditions(
  db: Queryable,
  { tokenName: name, accountId }: Pick<LogFilter, 'tokenName' | 'accountId'>,
): Promise<Conditions | undefined> {
  if (name === undefined) return () => undefined;
  const tokens = await tokenIdsNamed(db, name, accountId);
  const group = playgroundGroup(name);
  if (group === undefined)
    return tokens.length === 0 ? undefined : (found) => void found.where(oneOfIds('r.token_id', tokens));
  const ofPlayground = { 'r.token_id': NO_TOKEN, 'r.group_name': group };
  if (tokens.length === 0) return (found) => void found.where(ofPlayground);
  return (found) =>
    void found.where((either) => void either.where(ofPlayground).orWhere(oneOfIds('r.token_id', tokens)));
}

/** A pattern means the models that were ever charged; failed calls, which are few, also name others. */
async function modelConditions(
  db: Queryable,
  { modelBilled: model, type }: Pick<LogFilter, 'modelBilled' | 'type'>,
): Promise<Conditions | undefined> {
  if (model === undefined) return () => undefined;
  if (!model.includes('%')) return (found) => void found.where({ 'r.model_name': model });
  const charged = await chargedModelsLike(db, model);
  const isCharged = charged.length === 1 ? { 'r.model_name': charged[0] } : oneOfTexts('r.model_name', charged);
  if (type !== undefined && type !== LOG_TYPE.failure)
    return charged.length === 0 ? undefined : (found) => void found.where(isCharged);
  return (found) =>
    void found.where((either) => {
      either.where(isCharged);
      either.orWhere((failed) => failed.where({ 'r.type': LOG_TYPE.failure }).where('r.model_name', 'like', model));
    });
}

async function chargedModelsLike(db: Queryable, pattern: string): Promise<readonly string[]> {
  const found = await rows<{ model_name: string }>(
    db,
    query(`${READ_MODELS}.usage_model_day`)
      .distinct('model_name')
      .where('model_name', 'like', pattern)
      .limit(IDS_IN_ONE_QUERY_MAX),
  );
  return found.map(({ model_name }) => model_name);
}

/** Charges by their entries; a failed call has none. */
async function positionsOfRequest(
  db: Queryable,
  requestId: string | undefined,
): Promise<readonly number[] | undefined> {
  if (requestId === undefined) return undefined;
  const found = await rows<{ position: number }>(
    db,
    query(`${READ_MODELS}.ledger_entries`)
      .select('position')
      .whereRaw("reference = ? and reference <> ''", [requestId])
      .limit(IDS_IN_ONE_QUERY_MAX),
  );
  const failed = await rows<{ position: number }>(
    db,
    query(`${READ_MODELS}.log_rows`)
      .select('position')
      .where({ type: LOG_TYPE.failure, request_id: requestId })
      .limit(IDS_IN_ONE_QUERY_MAX),
  );
  return [...found, ...failed].map(({ position }) => position);
}
