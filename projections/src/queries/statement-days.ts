import { dayBehind, localDays } from '@ledgate/domain/shared/periods';
import { READ_MODELS } from '../schema/shape.ts';
import { type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { DAY_S, dayOf } from '../times/quarter.ts';
import { beginningsOf, type TimeRange } from './ranges.ts';

/** Local days with the position at which each begins by the rule for ranges, ascending; the last is the one behind all others. */
export type StatementDays = { readonly days: readonly string[]; readonly cuts: readonly number[] };

/** The day in which an entry counts, as sums by day have it; '' of what came before anything was posted. */
export function dayAt({ days, cuts }: StatementDays, position: number): string {
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((cuts[middle] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return days[low - 1] ?? '';
}

/** The days of a zone to which entries of a range can belong: those in which something happened. */
export async function statementDays(db: Queryable, { fromS, toS }: TimeRange, zone: string): Promise<StatementDays> {
  const found = query(`${READ_MODELS}.first_positions`)
    .select({ startS: 'start_s' })
    .where({ step_s: DAY_S })
    .where('start_s', '>=', dayOf(fromS * 1_000))
    .orderBy('start_s');
  if (toS !== undefined) found.where('start_s', '<', toS);
  const utcDays = await rows<{ startS: number }>(db, found);
  const days = localDays(
    zone,
    utcDays.map(({ startS }) => [startS, startS + DAY_S - 1] as const),
  );
  const last = days.at(-1);
  const all = last === undefined ? [] : [...days, dayBehind(zone, last)];
  return {
    days: all.map(({ day }) => day),
    cuts: await beginningsOf(
      db,
      all.map(({ startS }) => startS),
    ),
  };
}
