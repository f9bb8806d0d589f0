import { moneyText } from '@ledgate/domain/shared/money-text';
import { NotExact } from '@ledgate/domain/shared/quota';
import { EXPORT_PAGE_ACCOUNTS } from '../../limits.ts';
import type { PositionRange } from '../../queries/ranges.ts';
import { maybeRow, rows } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import type { PostedEvent } from '../journal/posted-events.ts';
import type { ExportRow, ExportSource, ExportStretch, Layout } from '../layout.ts';
import { type ExportOrder, hasFilter } from '../order.ts';
import { CURRENCY } from '../shared/column.ts';
import { positionsOf } from '../shared/entries.ts';
import { filteredSums } from './filtered-sums.ts';
import { quotaPerUnitAtEnd } from './range-end.ts';
import { TRIAL_BALANCE_ACCOUNT, TRIAL_BALANCE_PAGE } from './sql.ts';
import { TRIAL_BALANCE_COLUMNS } from './trial-balance-columns.ts';

type Sums = { readonly opening: number; readonly debit: number; readonly credit: number };
type OfAccount = Sums & { readonly account: string };

/**
 * An account of the chart to which anything was posted up to the end of the range, by code point. Its `after` is how many rows are written: what was posted up
 * to a position does not change, and so neither does which accounts there are. With a filter the sums are of what it takes.
 */
export const trialBalance: Layout = {
  columns: TRIAL_BALANCE_COLUMNS,
  // To know to which accounts anything was posted is what the whole layout takes.
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
  const pages = hasFilter(order)
    ? sumsByFilter(source, order, positions, after, signal)
    : storedSums(source, positions, after, signal);
  let written = after;
  for await (const page of pages) {
    if (page.length === 0) continue;
    written += page.length;
    yield { rows: page.map((sums) => rowOf(sums, quotaPerUnit)), after: written };
  }
}

/** From the journal of each account, a page of accounts at once. */
async function* storedSums(
  { db }: ExportSource,
  { from, before }: PositionRange,
  written: number,
  signal: AbortSignal,
): AsyncGenerator<readonly OfAccount[]> {
  let last = '';
  if (written > 0) {
    const skipped = { before, skipped: written - 1 };
    const found = await maybeRow<{ account: string }>(db, query.raw(TRIAL_BALANCE_ACCOUNT, skipped));
    if (found === undefined) return;
    last = found.account;
  }
  for (;;) {
    signal.throwIfAborted();
    const bindings = { from, before, after: last, limit: EXPORT_PAGE_ACCOUNTS };
    const page = await rows<OfAccount>(db, query.raw(TRIAL_BALANCE_PAGE, bindings));
    yield page;
    if (page.length < EXPORT_PAGE_ACCOUNTS) return;
    last = page.at(-1)?.account ?? last;
  }
}

const NONE: Sums = { opening: 0, debit: 0, credit: 0 };

async function* sumsByFilter(
  source: ExportSource,
  order: ExportOrder,
  positions: PositionRange,
  written: number,
  signal: AbortSignal,
): AsyncGenerator<readonly OfAccount[]> {
  const sums = filteredSums<string, Sums>(
    source,
    order,
    positions,
    { compare: byCodePoint, none: () => NONE, changes },
    signal,
  );
  let skipped = written;
  for await (const all of sums) {
    const page = all.slice(skipped);
    skipped = Math.max(0, skipped - all.length);
    for (let at = 0; at < page.length; at += EXPORT_PAGE_ACCOUNTS)
      yield page.slice(at, at + EXPORT_PAGE_ACCOUNTS).map(([account, one]) => ({ ...one, account }));
  }
}

/** As the database sorts accounts: by the bytes of UTF-8. */
const byCodePoint = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

const changes = ({ lines }: PostedEvent, isBefore: boolean): readonly (readonly [string, (sums: Sums) => Sums])[] =>
  lines.map(({ account, amount }) => [
    account,
    (sums) => {
      if (isBefore) return { ...sums, opening: sums.opening + amount };
      return amount < 0 ? { ...sums, debit: sums.debit + amount } : { ...sums, credit: sums.credit + amount };
    },
  ]);

/** In the order of the columns. */
function rowOf({ account, opening, debit, credit }: OfAccount, quotaPerUnit: string): ExportRow {
  const units = [opening, debit, credit, opening + debit + credit];
  const inexact = units.find((sum) => !Number.isSafeInteger(sum));
  if (inexact !== undefined) throw new NotExact(`not an exact integer: ${inexact} of ${account}`);
  return [account, ...units, ...units.map((sum) => moneyText(sum, quotaPerUnit)), CURRENCY, quotaPerUnit];
}
