import type { Direction } from '@ledgate/domain/catalogue/list-orders';
import { LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import type { Position } from '@ledgate/domain/ports/event-store';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { EXACT_TOTAL_ROWS_MAX, LOG_PAGE_ROWS_MAX, RATE_WINDOW_MS } from '../limits.ts';
import { type Database, inSnapshot, oneRow, type Queryable } from '../shared/database.ts';
import { READ_MODELS } from '../schema/shape.ts';
import type { Stretch } from '../shared/paging.ts';
import { type Query, query } from '../shared/query.ts';
import { chargedBetween } from './data.ts';
import { conditionsOf, type LogFilter, logRows, withUserId } from './log-filter.ts';
import { type Conditions, cleanedBefore, shownIn, shownRange, type ShownRange } from './log-range.ts';
import { type Head, knownCuts, knownHead } from './head.ts';
import { type LogRow, logRowsOf } from './log-row.ts';
import { countedTotals, isCounted, type LogTotals, sumOf } from './log-totals.ts';
import { beginningsOf, END } from './ranges.ts';

type LogPageRequest = {
  readonly filter: LogFilter;
  readonly limit: number;
  /** Rows to pass over; deep pages are quicker by `before`. */
  readonly offset?: number | undefined;
  /** Keyset: only rows below this position. */
  readonly before?: Position | undefined;
  /** Left out: newest first. */
  readonly direction?: Direction | undefined;
};

type LogPage = {
  readonly rows: readonly LogRow[];
  /** Exact, or EXACT_TOTAL_ROWS_MAX when there are more and the filter is none that the counts can answer. */
  readonly total: number;
  readonly totalIsExact: boolean;
  /** `before` of the next page; null at the end, and of a page of the oldest. */
  readonly next: Position | null;
};

const NOTHING: LogPage = { rows: [], total: 0, totalIsExact: true, next: null };

/** One page of display rows (docs/behaviour.md#logs) and how many there are, in one snapshot. */
export const logPage = (db: Database, request: LogPageRequest): Promise<LogPage> =>
  inSnapshot(db, (client) => pageIn(client, request));

async function pageIn(
  db: Queryable,
  { filter: asked, limit, offset = 0, before, direction = 'desc' }: LogPageRequest,
): Promise<LogPage> {
  const filter = await withUserId(db, asked);
  if (filter === undefined) return NOTHING;
  const range = await shownRange(db, filter);
  const matching = await conditionsOf(db, filter, range);
  if (matching === undefined) return NOTHING;
  const totals = await totalOf(db, filter, range, matching);
  if (totals.total === 0) return NOTHING;
  const size = Math.min(limit, LOG_PAGE_ROWS_MAX);
  const inPage = logRows(matching).orderByRaw(orderOf(filter, totals)[direction]).limit(size).offset(offset);
  if (before !== undefined) inPage.where('r.position', '<', before);
  const stored = filter.tag === undefined ? inPage.select('*') : rowsOfTags(inPage);
  const found = await logRowsOf(db, stored, direction);
  const last = found.at(-1);
  return {
    rows: found,
    ...totals,
    next: direction === 'asc' || found.length < size || last === undefined ? null : last.position,
  };
}

const ROWS_ORDER = { asc: 'r.position asc', desc: 'r.position desc' } as const;
/** In an order that no index has, so that rows are found by what narrows them most, by several indexes together, and sorted then. */
const FEW_ROWS_ORDER = { asc: 'r.position + 0 asc', desc: 'r.position + 0 desc' } as const;

/**
 * Narrows by more than one thing: no index has its rows in order. Where few match, or none, as of a model that a channel does not serve, an index of one of
 * them would be read to its end.
 */
const isPair = ({ fromS: _from, toS: _to, ...narrowing }: Omit<LogFilter, 'username'>): boolean =>
  Object.values(narrowing).filter((each) => each !== undefined).length > 1;

const orderOf = (filter: Omit<LogFilter, 'username'>, { totalIsExact }: Pick<LogPage, 'totalIsExact'>) =>
  totalIsExact && isPair(filter) ? FEW_ROWS_ORDER : ROWS_ORDER;

/** The rows of a filter, part by part: what it means is told once, so that every part is of the same range. */
type LogRows = {
  /** As of a page. */
  readonly total: number;
  readonly totalIsExact: boolean;
  readonly inStretch: (stretch: Stretch) => Promise<readonly LogRow[]>;
};

export async function logRowsByStretches(db: Database, asked: LogFilter): Promise<LogRows> {
  const none: LogRows = { total: 0, totalIsExact: true, inStretch: () => Promise.resolve([]) };
  const filter = await withUserId(db, asked);
  if (filter === undefined) return none;
  const range = await shownRange(db, filter);
  const matching = await conditionsOf(db, filter, range);
  if (matching === undefined) return none;
  const totals = await totalOf(db, filter, range, matching);
  if (totals.total === 0) return none;
  const order = orderOf(filter, totals).desc;
  return {
    ...totals,
    inStretch: ({ before, limit }) => {
      const stored = logRows(matching).orderByRaw(order).limit(limit);
      if (before !== undefined) stored.where('r.position', '<', before);
      return logRowsOf(db, filter.tag === undefined ? stored.select('*') : rowsOfTags(stored));
    },
  };
}

/** Whole rows of the log. @param tagged of log_tags */
const rowsOfTags = (tagged: Query): Query =>
  query
    .select('whole.*')
    .from(tagged.select('r.position', 'r.at_ms').as('tagged'))
    .joinRaw(`join ${READ_MODELS}.log_rows whole on whole.position = tagged.position and whole.at_ms = tagged.at_ms`);

async function totalOf(
  db: Queryable,
  filter: LogFilter,
  range: ShownRange,
  matching: Conditions,
): Promise<{ total: number; totalIsExact: boolean }> {
  const capped = logRows(matching)
    .select(query.raw('1'))
    .limit(EXACT_TOTAL_ROWS_MAX + 1)
    .as('capped');
  const { counted } = await oneRow<{ counted: number }>(db, query.count({ counted: '*' }).from(capped));
  if (counted <= EXACT_TOTAL_ROWS_MAX) return { total: counted, totalIsExact: true };
  if (isCounted(filter)) return { total: (await countedTotals(db, filter, range)).rows, totalIsExact: true };
  return { total: EXACT_TOTAL_ROWS_MAX, totalIsExact: false };
}

export type LogStat = {
  /** The ledger is known up to it; nothing behind is in the sums of the range. */
  readonly position: Position;
  /** Of all consumption rows in the range, whatever `type` the filter asks for. */
  readonly amount: Quota;
  /** Requests and tokens of the last 60 s, whatever the range. */
  readonly rpm: number;
  readonly tpm: number;
} & Completeness;

/** What the rows of a range leave out of what was charged in it, to the user of the filter or to all; whatever else it narrows by. */
type Completeness = {
  /** In the range in all, as dashboards and statements say. */
  readonly charged: Quota;
  /** Of it: before the time up to which the log was cleaned. */
  readonly cleaned: Quota;
  /** Of the rest: what was charged while consumption was not logged. */
  readonly unlogged: Quota;
  /** `amount` is all that was charged: nothing was cleaned or not logged, and the filter names no more than a user and a range. */
  readonly complete: boolean;
};

/** The total of a range and what it leaves out, in one snapshot. @param nowMs Unix milliseconds, the end of the 60 s */
export const logStat = (db: Database, asked: LogFilter, nowMs: number): Promise<LogStat> =>
  inSnapshot(db, (client) => statIn(client, asked, nowMs));

async function statIn(db: Queryable, asked: LogFilter, nowMs: number): Promise<LogStat> {
  const head = await knownHead(db);
  const { position } = head;
  const filter = await withUserId(db, { ...asked, type: LOG_TYPE.consumption });
  if (filter === undefined) return { position, ...NO_STAT, ...NOTHING_CHARGED };
  const range = await shownRange(db, filter, head);
  const shown = (await countedTotals(db, filter, range)).amount;
  const completeness = await completenessOf(db, filter, shown, head);
  const inRange = await conditionsOf(db, filter, range);
  const recent = await conditionsOf(db, filter, await shownRange(db, {}));
  if (inRange === undefined || recent === undefined) return { position, ...NO_STAT, ...completeness };
  const total = isCounted(filter) ? shown : (await oneRow<LogTotals>(db, sumOf(inRange))).amount;
  const { rpm, tpm } = await oneRow<{ rpm: number; tpm: number }>(
    db,
    logRows(recent)
      .select(query.raw('count(*) as rpm, coalesce(sum(r.prompt_tokens + r.completion_tokens), 0)::bigint as tpm'))
      .where('r.at_ms', '>', nowMs - RATE_WINDOW_MS),
  );
  return { position, amount: quota(total), rpm, tpm, ...completeness };
}

const NO_STAT = { amount: quota(0), rpm: 0, tpm: 0 } as const;
const NOTHING_CHARGED: Completeness = { charged: quota(0), cleaned: quota(0), unlogged: quota(0), complete: true };

/** @param shown the sum of the display rows of the range, of all models, tokens, channels and groups */
async function completenessOf(db: Queryable, filter: LogFilter, shown: number, head: Head): Promise<Completeness> {
  const { accountId, fromS = 0, toS } = filter;
  const endS = toS === undefined ? undefined : Math.max(fromS, toS + 1);
  const leftFromS = Math.min(Math.max(fromS, await cleanedBefore(db)), endS ?? Infinity);
  const cuts = await beginningsOf(db, [fromS, leftFromS, ...(endS === undefined ? [] : [endS])]);
  const [cleaned = quota(0), left = quota(0)] = await chargedBetween(
    db,
    accountId,
    knownCuts(endS === undefined ? [...cuts, END] : cuts, head),
  );
  const unlogged = quota(left - shown);
  return {
    charged: quota(cleaned + left),
    cleaned,
    unlogged,
    complete: cleaned === 0 && unlogged === 0 && isCounted(filter),
  };
}

/** How many display rows a cleaning of what was before `beforeS` (Unix seconds) would take away. */
export const logRowsBefore = (db: Database, beforeS: number): Promise<number> =>
  inSnapshot(db, async (client) => {
    const shown = shownIn(await shownRange(client, { toS: beforeS - 1 }));
    return (await oneRow<{ counted: number }>(client, logRows(shown).count({ counted: '*' }))).counted;
  });
