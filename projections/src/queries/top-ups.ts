import type { PaymentProblemReason } from '@ledgate/domain/catalogue/top-ups';
import { topUpTermsSchema, type TopUpTerms } from '@ledgate/domain/topup/events';
import type { UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import type { PaymentProblem } from '../directory/payments/payments.ts';
import { LOG_PAGE_ROWS_MAX, STUCK_FIRST_ROWS_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { oneRow, type Queryable, rows } from '../shared/database.ts';
import { countOf, inStretch, type Page, type Paging, type Stretch } from '../shared/paging.ts';
import { type Query, query } from '../shared/query.ts';
import type { TopUpStatus } from '../topups/top-up-row.ts';
import {
  FIRST_END_BEFORE,
  IS_STUCK,
  NEED_SOMEBODY,
  NOT_FIRST,
  NOT_NEEDING,
  NOT_PAID_FOR_LONG,
  OPEN_PROBLEM,
  UNPLACED,
  UNPLACED_COUNT,
} from './sql.ts';

/** A payment order. Amounts in quota units, money in the currency's minor unit, times in Unix milliseconds. */
export type TopUpView = {
  readonly tradeNo: string;
  readonly userId: UserId;
  /** '' where nobody is known by the number. */
  readonly username: string;
  readonly status: TopUpStatus;
  readonly amount: Quota;
  readonly moneyMinor: number;
  readonly currency: string;
  readonly provider: string;
  readonly providerRef: string;
  readonly terms: TopUpTerms | undefined;
  readonly requestedMs: number;
  /** 0: not paid. */
  readonly paidMs: number;
  /** The account has what was paid for. */
  readonly isCredited: boolean;
  /** Not paid long after it was made though its provider is still asked, not credited though paid, or with a problem that nobody has settled. */
  readonly isStuck: boolean;
  /** The first problem that nobody has settled. */
  readonly problem: OpenProblem | undefined;
  /** When the provider was asked last, and is asked next as it is noted, Unix seconds; 0: not. */
  readonly askedTime: number;
  readonly nextAskTime: number;
};

type OpenProblem = {
  readonly reason: PaymentProblemReason;
  readonly money: string;
  readonly providerRef: string;
  /** Unix seconds. */
  readonly time: number;
};

/** A payment that belongs to no order of ours, not settled. */
export type UnplacedPayment = PaymentProblem & {
  readonly firstTime: number;
  readonly lastTime: number;
  readonly times: number;
};

type TopUpRead = {
  trade_no: string;
  user_id: number;
  username: string | null;
  status: TopUpStatus;
  amount: number;
  money_minor: number;
  currency: string;
  provider: string;
  provider_ref: string;
  terms: string;
  requested_ms: number;
  paid_ms: number;
  credited: boolean | null;
  stuck: boolean;
  problem: OpenProblem | null;
  asked_time: number | null;
  next_time: number | null;
};

const topUpFrom = (row: TopUpRead): TopUpView => ({
  tradeNo: row.trade_no,
  userId: row.user_id as UserId,
  username: row.username ?? '',
  status: row.status,
  amount: quota(row.amount),
  moneyMinor: row.money_minor,
  currency: row.currency,
  provider: row.provider,
  providerRef: row.provider_ref,
  terms: row.terms === '' ? undefined : topUpTermsSchema.parse(JSON.parse(row.terms)),
  requestedMs: row.requested_ms,
  paidMs: row.paid_ms,
  isCredited: row.credited === true,
  isStuck: row.stuck,
  problem: row.problem ?? undefined,
  askedTime: row.asked_time ?? 0,
  nextAskTime: row.next_time ?? 0,
});

/** When orders were made that count as stuck while they are not paid: Unix milliseconds. */
type StuckTimes = { readonly oldestMs: number; readonly youngestMs: number };

/** Of everybody, or of one person. */
export type TopUpSearch = {
  /** undefined: of everybody. */
  readonly userId?: UserId | undefined;
  /** Of its owner, letter case ignored; '': any. */
  readonly username: string;
  /** The number of an order, whole; left out: any. */
  readonly tradeNo?: string | undefined;
  readonly status: TopUpStatus | undefined;
};

/** Newest first, or those first that somebody has to look at. */
export async function topUpPage(
  db: Queryable,
  search: TopUpSearch & { readonly stuckFirst: boolean },
  stuck: StuckTimes,
  { offset, limit: asked }: Paging,
): Promise<Page<TopUpView>> {
  const matching = topUpsLike(search);
  const limit = Math.min(asked, LOG_PAGE_ROWS_MAX);
  const found = search.stuckFirst
    ? stuckFirstPage(matching, stuck, { offset, limit })
    : factsOf(
        matching.clone().select('t.trade_no').orderBy('t.requested_position', 'desc').limit(limit).offset(offset),
        stuck,
      );
  return {
    items: (await rows<TopUpRead>(db, found.orderBy('t.requested_position', 'desc'))).map(topUpFrom),
    total: await countOf(db, matching),
  };
}

/** A part of the list, by when orders were made; of each its place, too. */
export async function topUpsInStretch(
  db: Queryable,
  search: TopUpSearch,
  stuck: StuckTimes,
  stretch: Stretch,
): Promise<readonly { readonly topUp: TopUpView; readonly position: number }[]> {
  const found = withFacts(topUpsLike(search), stuck);
  const read = await rows<TopUpRead & { requested_position: number }>(
    db,
    inStretch(found, 't.requested_position', stretch),
  );
  return read.map((row) => ({ topUp: topUpFrom(row), position: row.requested_position }));
}

export const countTopUps = (db: Queryable, search: TopUpSearch): Promise<number> => countOf(db, topUpsLike(search));

function topUpsLike({ userId, username, tradeNo, status }: TopUpSearch): Query {
  const matching = query(`${READ_MODELS}.top_ups as t`);
  if (userId !== undefined) matching.where('t.user_id', userId);
  if (username !== '')
    matching.whereRaw('t.user_id in (select id from directory.users where lower(username) = ?)', [
      username.toLowerCase(),
    ]);
  if (tradeNo !== undefined) matching.where('t.trade_no', tradeNo);
  if (status !== undefined) matching.where('t.status', status);
  return matching;
}

/**
 * A page of the orders `t` that match: those that need somebody, then those that are not paid for long, then the others, each newest first. Of the first two,
 * which have partial indexes, the newest STUCK_FIRST_ROWS_MAX are read, however many wait; of the others, where the page has any, no more than reach its end.
 */
function stuckFirstPage(matching: Query, stuck: StuckTimes, { offset, limit }: Paging): Query {
  const times = [stuck.oldestMs, stuck.youngestMs];
  const end = offset + limit;
  const ranked = (rank: number): Query =>
    matching.clone().select('t.trade_no', 't.requested_position', query.raw('?::int as rank', [rank]));
  const needing = ranked(0).whereRaw(`t.trade_no in (${NEED_SOMEBODY})`, [STUCK_FIRST_ROWS_MAX, STUCK_FIRST_ROWS_MAX]);
  const notPaid = ranked(1)
    .whereRaw(NOT_PAID_FOR_LONG, times)
    .orderBy('t.requested_ms', 'desc')
    .limit(STUCK_FIRST_ROWS_MAX);
  const waiting = query.select('*').from(notPaid.as('t')).whereRaw(NOT_NEEDING);
  const others = ranked(2)
    .whereRaw(FIRST_END_BEFORE, [end])
    .whereRaw(NOT_FIRST)
    .orderBy('t.requested_position', 'desc')
    .limit(end);
  const page = query
    .select('*')
    .from('first')
    .unionAll([query.select('*').from(others.as('others'))])
    .orderBy([{ column: 'rank' }, { column: 'requested_position', order: 'desc' }])
    .limit(limit)
    .offset(offset);
  return factsOf(page, stuck)
    .with('needing', needing)
    .with('first', query.select('*').from('needing').unionAll([waiting]))
    .orderBy('page.rank');
}

/** Of a page of numbers alone, so that what stands beside an order is sought for no other. */
const factsOf = (page: Query, stuck: StuckTimes): Query =>
  withFacts(query(`${READ_MODELS}.top_ups as t`).join(page.as('page'), 'page.trade_no', 't.trade_no'), stuck);

const withFacts = (topUps: Query, { oldestMs, youngestMs }: StuckTimes): Query =>
  topUps
    .leftJoin('directory.users as u', 'u.id', 't.user_id')
    .leftJoin(`${READ_MODELS}.claims as c`, query.raw("c.source = 'topup-' || t.trade_no"))
    .leftJoin('directory.top_up_asks as a', 'a.trade_no', 't.trade_no')
    .select('t.*', 'u.username', 'c.credited', 'a.asked_time', 'a.next_time', query.raw(OPEN_PROBLEM))
    .select(query.raw(`${IS_STUCK} as stuck`, [oldestMs, youngestMs]));

/** What was paid for no order of ours and nobody has settled, what came last first. @param tradeNo the number that it names; undefined: any */
export const unplacedPayments = async (
  db: Queryable,
  tradeNo: string | undefined,
  { offset, limit }: Paging,
): Promise<Page<UnplacedPayment>> => ({
  items: await rows(db, { text: UNPLACED, values: [tradeNo ?? null, Math.min(limit, LOG_PAGE_ROWS_MAX), offset] }),
  total: (await oneRow<{ total: number }>(db, { text: UNPLACED_COUNT, values: [tradeNo ?? null] })).total,
});

/** How many orders of a person made since then are not paid. */
export const openTopUpsOf = async (db: Queryable, userId: UserId, sinceMs: number): Promise<number> =>
  (
    await oneRow<{ total: number }>(
      db,
      query(`${READ_MODELS}.top_ups`)
        .where({ user_id: userId, status: 'requested' })
        .where('requested_ms', '>=', sinceMs)
        .count({ total: '*' }),
    )
  ).total;
