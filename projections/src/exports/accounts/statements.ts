import { wallet } from '@ledgate/domain/postings/chart';
import type { UserId } from '@ledgate/domain/shared/ids';
import { moneyText } from '@ledgate/domain/shared/money-text';
import { NotExact } from '@ledgate/domain/shared/quota';
import { usernamesOf } from '../../directory/users/list.ts';
import { EXPORT_PAGE_ACCOUNTS } from '../../limits.ts';
import type { PositionRange } from '../../queries/ranges.ts';
import { byNumber } from '../../runner/columns.ts';
import { rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import type { PostedEvent } from '../journal/posted-events.ts';
import type { ExportRow, ExportSource, ExportStretch, Layout } from '../layout.ts';
import { type ExportOrder, hasFilter } from '../order.ts';
import { CURRENCY } from '../shared/column.ts';
import { positionsOf } from '../shared/entries.ts';
import { filteredSums } from './filtered-sums.ts';
import { CREDITED, MOVEMENTS, type Moved, type Movement, movementsOf, USED } from './movements.ts';
import { quotaPerUnitAtEnd } from './range-end.ts';
import { statementsPage } from './sql.ts';
import { STATEMENT_COLUMNS } from './statement-columns.ts';

/** Sums of one account. `moved`: anything changed it in the range, though all may come to nothing. */
type Sums = Moved & {
  readonly opening: number;
  readonly moved: boolean;
  readonly requests: number;
};
type OfAccount = Sums & { readonly userId: number };

/** An account that moved in the range or had a balance, by its id. With a filter the sums are of what it takes. */
export const statements: Layout = {
  columns: STATEMENT_COLUMNS,
  // To know which accounts have moved is what the whole layout takes.
  total: () => Promise.resolve(null),
  rowsOf,
};

async function* rowsOf(
  source: ExportSource,
  order: ExportOrder,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<ExportStretch> {
  const positions = await positionsOf(source, order);
  const quotaPerUnit = await quotaPerUnitAtEnd(source, order, positions);
  const { userId, ...others } = order;
  const pages = hasFilter(others)
    ? sumsByFilter(source, order, positions, after, signal)
    : storedSums(source, userId, positions, after, signal);
  for await (const page of pages) {
    const told = page.filter((sums) => sums.moved || sums.opening !== 0);
    const last = page.at(-1)?.userId;
    if (last === undefined || told.length === 0) continue;
    const ids = told.map((sums) => sums.userId);
    const usernames = order.names ? await usernamesOf(source.db, ids) : new Map<number, string>();
    yield {
      rows: told.map((sums) => rowOf(sums, usernames.get(sums.userId) ?? '', order, quotaPerUnit)),
      after: last,
    };
  }
}

/** From the entries of each account, a page of accounts at once. */
async function* storedSums(
  { db }: ExportSource,
  userId: number | undefined,
  positions: PositionRange,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<readonly OfAccount[]> {
  const sql = statementsPage(userId !== undefined);
  const named = userId === undefined ? {} : { userId };
  for (let last = after; ;) {
    signal.throwIfAborted();
    const bindings = { ...positions, ...named, after: last, limit: EXPORT_PAGE_ACCOUNTS };
    const page = await rows<OfAccount>(db, query.raw(sql, bindings));
    yield page;
    if (page.length < EXPORT_PAGE_ACCOUNTS) return;
    last = page.at(-1)?.userId ?? last;
  }
}

const NAMES = Object.keys(MOVEMENTS) as readonly Movement[];
const NONE: Sums = {
  opening: 0,
  moved: false,
  requests: 0,
  ...(Object.fromEntries(NAMES.map((name) => [name, 0])) as Moved),
};
const MOVING: ReadonlySet<string> = new Set(Object.values(MOVEMENTS).flat());
const REQUESTS: ReadonlySet<string> = new Set(MOVEMENTS.charge);

async function* sumsByFilter(
  source: ExportSource,
  order: ExportOrder,
  positions: PositionRange,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<readonly OfAccount[]> {
  const sums = filteredSums<number, Sums>(
    source,
    order,
    positions,
    { compare: byNumber, none: () => NONE, changes },
    signal,
  );
  for await (const page of sums)
    for (let at = 0; at < page.length; at += EXPORT_PAGE_ACCOUNTS)
      yield page
        .slice(at, at + EXPORT_PAGE_ACCOUNTS)
        .filter(([userId]) => userId > after)
        .map(([userId, one]) => ({ ...one, userId }));
}

function changes(
  { recorded: { event }, about: { userId }, lines }: PostedEvent,
  isBefore: boolean,
): readonly (readonly [number, (sums: Sums) => Sums])[] {
  if (userId === null || !MOVING.has(event.type)) return [];
  const amount = lines.find(({ account }) => account === wallet(userId as UserId))?.amount ?? 0;
  const change = (sums: Sums): Sums => {
    if (isBefore) return { ...sums, opening: sums.opening + amount };
    const changed: Record<Movement, number> = { ...sums };
    for (const [name, units] of movementsOf(event, amount)) changed[name] += units;
    return {
      ...sums,
      ...changed,
      moved: sums.moved || amount !== 0,
      requests: sums.requests + (REQUESTS.has(event.type) ? 1 : 0),
    };
  };
  return [[userId, change]];
}

/** In the order of the columns. */
function rowOf(sums: OfAccount, username: string, { range, position }: ExportOrder, quotaPerUnit: string): ExportRow {
  const sum = (names: readonly Movement[]): number => exact(names.reduce((total, name) => total + sums[name], 0));
  const [credits, used] = [sum(CREDITED), sum(USED)];
  const closing = exact(sums.opening + credits + used);
  const inUsd = (units: number): string => moneyText(units, quotaPerUnit);
  return [
    `user:${sums.userId}`,
    sums.userId,
    username,
    range.fromS === 0 ? null : range.fromS * 1_000,
    range.toS === undefined ? null : range.toS * 1_000,
    sums.opening,
    ...NAMES.map((name) => sums[name]),
    closing,
    inUsd(sums.opening),
    inUsd(credits),
    inUsd(used),
    inUsd(closing),
    CURRENCY,
    quotaPerUnit,
    sums.requests,
    position,
  ];
}

function exact(sum: number): number {
  if (!Number.isSafeInteger(sum)) throw new NotExact(`not an exact integer: ${sum}`);
  return sum;
}
