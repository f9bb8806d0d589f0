import { accountStream } from '@ledgate/domain/account/events';
import { partitionOf } from '@ledgate/domain/events/partition-of';
import { type Position, START } from '@ledgate/domain/ports/event-store';
import type { ChannelId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { IDS_IN_ONE_QUERY_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { type Queryable, rows } from '../shared/database.ts';
import { oneOfIds, query } from '../shared/query.ts';
import { TILL_CHARGES_OF_ACCOUNT, CHARGES_OF_TOKEN } from './sql.ts';

/** An account as the console shows it. Amounts are quota units. */
export type Balance = {
  readonly accountId: UserId;
  /** credits - till charges - late records: the whole balance, whatever is leased. */
  readonly balance: Quota;
  /** Till charges and late records; a refund does not lower it (docs/billing.md#refunds). */
  readonly usedQuota: Quota;
  readonly credits: Quota;
  readonly tillCharges: Quota;
  readonly late: Quota;
  /** Invite rewards not yet transferred, and all there ever were. */
  readonly affQuota: Quota;
  readonly affHistoryQuota: Quota;
  readonly affCount: number;
  readonly requestCount: number;
  readonly refunds: Quota;
};

type BalanceRow = {
  user_id: number;
  credits: number;
  till_charges: number;
  late: number;
  earnings: number;
  aff_history: number;
  aff_count: number;
  request_count: number;
  refunds: number;
};

const balanceFrom = (row: BalanceRow): Balance => ({
  accountId: row.user_id as UserId,
  balance: quota(row.credits - row.till_charges - row.late),
  usedQuota: quota(row.till_charges + row.late),
  credits: quota(row.credits),
  tillCharges: quota(row.till_charges),
  late: quota(row.late),
  affQuota: quota(row.earnings),
  affHistoryQuota: quota(row.aff_history),
  affCount: row.aff_count,
  requestCount: row.request_count,
  refunds: quota(row.refunds),
});

const emptyBalance = (accountId: UserId): Balance =>
  balanceFrom({
    user_id: accountId,
    credits: 0,
    till_charges: 0,
    late: 0,
    earnings: 0,
    aff_history: 0,
    aff_count: 0,
    request_count: 0,
    refunds: 0,
  });

/** Of each of the users, at most IDS_IN_ONE_QUERY_MAX; one that the ledger does not know yet has nothing but zeros. */
export async function balancesOf(db: Queryable, accountIds: readonly UserId[]): Promise<ReadonlyMap<UserId, Balance>> {
  const found = await rows<BalanceRow>(
    db,
    query(`${READ_MODELS}.balances`)
      .select(
        'user_id',
        'credits',
        'till_charges',
        'late',
        'earnings',
        'aff_history',
        'aff_count',
        'request_count',
        'refunds',
      )
      .where(oneOfIds('user_id', atMost(accountIds))),
  );
  const known = new Map(found.map((row) => [row.user_id, balanceFrom(row)]));
  return new Map(accountIds.map((accountId) => [accountId, known.get(accountId) ?? emptyBalance(accountId)]));
}

export async function balanceOf(db: Queryable, accountId: UserId): Promise<Balance> {
  return (await balancesOf(db, [accountId])).get(accountId) ?? emptyBalance(accountId);
}

/** Where the events of an account stand among the partitions of the snapshot: its own partition's checkpoint. */
const checkpointOf = (accountId: UserId, checkpoints: readonly number[]): Position =>
  (checkpoints[partitionOf({ stream: accountStream(accountId), metadata: {} }, checkpoints.length)] ??
    START) as Position;

/** What the tills have charged an account, and the position up to which that is all, in one snapshot (docs/ledger.md#numbers-that-are-set). */
export async function tillChargesOf(
  db: Queryable,
  accountId: UserId,
): Promise<{ readonly tillCharges: Quota; readonly position: Position }> {
  const [row] = await rows<{ charges: number; checkpoints: readonly number[] | null }>(
    db,
    query.raw(TILL_CHARGES_OF_ACCOUNT, [accountId]),
  );
  return { tillCharges: quota(row?.charges ?? 0), position: checkpointOf(accountId, row?.checkpoints ?? []) };
}

/** The same of one of the account's tokens; `late` are its late records and corrections. used = tillCharges + late. */
export async function tokenChargesOf(
  db: Queryable,
  accountId: UserId,
  tokenId: TokenId,
): Promise<{ readonly tillCharges: Quota; readonly late: Quota; readonly position: Position }> {
  const [row] = await rows<{ charges: number | null; late: number | null; checkpoints: readonly number[] | null }>(
    db,
    query.raw(CHARGES_OF_TOKEN, [tokenId]),
  );
  return {
    tillCharges: quota(row?.charges ?? 0),
    late: quota(row?.late ?? 0),
    position: checkpointOf(accountId, row?.checkpoints ?? []),
  };
}

export type TokenUse = {
  readonly tokenId: TokenId;
  /** All it may ever use; null: without limit. */
  readonly limit: Quota | null;
  /** Of the last TokenLimitSet; 0: there was none. */
  readonly limitVersion: number;
  readonly used: Quota;
  /** limit - used; of a token without limit 0 - used, as older clients show it. */
  readonly remain: Quota;
  readonly requestCount: number;
  /** Unix milliseconds of its last charge; 0: never used. */
  readonly lastUsedMs: number;
};

type TokenUseRow = {
  token_id: number;
  limit_quota: number | null;
  limit_version: number;
  till_charges: number;
  late: number;
  request_count: number;
  last_used_ms: number;
};

function tokenUseFrom(row: TokenUseRow): TokenUse {
  const used = quota(row.till_charges + row.late);
  return {
    tokenId: row.token_id as TokenId,
    limit: row.limit_quota === null ? null : quota(row.limit_quota),
    limitVersion: row.limit_version,
    used,
    remain: quota((row.limit_quota ?? 0) - used),
    requestCount: row.request_count,
    lastUsedMs: row.last_used_ms,
  };
}

/** Of each of the tokens, at most IDS_IN_ONE_QUERY_MAX; one that the ledger does not know yet has no limit and used nothing. */
export async function tokenUseOf(db: Queryable, tokenIds: readonly TokenId[]): Promise<ReadonlyMap<TokenId, TokenUse>> {
  const found = await rows<TokenUseRow>(
    db,
    query(`${READ_MODELS}.token_use`)
      .select('token_id', 'limit_quota', 'limit_version', 'till_charges', 'late', 'request_count', 'last_used_ms')
      .where(oneOfIds('token_id', atMost(tokenIds))),
  );
  const known = new Map(found.map((row) => [row.token_id, row]));
  const unused = (tokenId: number): TokenUseRow => ({
    token_id: tokenId,
    limit_quota: null,
    limit_version: 0,
    till_charges: 0,
    late: 0,
    request_count: 0,
    last_used_ms: 0,
  });
  return new Map(tokenIds.map((tokenId) => [tokenId, tokenUseFrom(known.get(tokenId) ?? unused(tokenId))]));
}

export type ChannelUse = { readonly usedQuota: Quota; readonly requestCount: number };

/** Of each of the channels, at most IDS_IN_ONE_QUERY_MAX. */
export async function channelUseOf(
  db: Queryable,
  channelIds: readonly ChannelId[],
): Promise<ReadonlyMap<ChannelId, ChannelUse>> {
  const found = await rows<{ channel_id: number; used_quota: number; request_count: number }>(
    db,
    query(`${READ_MODELS}.channel_use`)
      .select('channel_id', 'used_quota', 'request_count')
      .where(oneOfIds('channel_id', atMost(channelIds))),
  );
  const known = new Map(
    found.map((row) => [row.channel_id, { usedQuota: quota(row.used_quota), requestCount: row.request_count }]),
  );
  return new Map(
    channelIds.map((channelId) => [channelId, known.get(channelId) ?? { usedQuota: quota(0), requestCount: 0 }]),
  );
}

function atMost(ids: readonly number[]): readonly number[] {
  if (ids.length > IDS_IN_ONE_QUERY_MAX)
    throw new RangeError(`${ids.length} ids asked for at once, ${IDS_IN_ONE_QUERY_MAX} at most`);
  return ids;
}
