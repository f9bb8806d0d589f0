import { isZone, zoneOffset } from './zone-offset.ts';

/** Unix seconds, from `startS` (inclusive) to `endS` (exclusive). */
export type Period = { readonly startS: number; readonly endS: number };

type PeriodFault = { readonly fault: 'period_invalid' | 'zone_unknown' };

const DAY_S = 86_400;
/** Before them a start would be none, and behind them times would be no times. */
const [YEAR_MIN, YEAR_MAX] = [1971, 9998];
const PERIOD = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/u;

/**
 * What `YYYY`, `YYYY-MM` or `YYYY-MM-DD` is in a zone (IANA): from the first instant of its first local day to the first instant of the local day behind it
 * (docs/ledger.md#ranges-of-time).
 */
export function periodIn(period: string, zone: string): Period | PeriodFault {
  if (!isZone(zone)) return { fault: 'zone_unknown' };
  const [, year, month, day] = PERIOD.exec(period) ?? [];
  if (year === undefined || Number(year) < YEAR_MIN || Number(year) > YEAR_MAX) return { fault: 'period_invalid' };
  const first = dateOf(Number(year), Number(month ?? 1), Number(day ?? 1));
  if (first === undefined) return { fault: 'period_invalid' };
  const [y, m, d] = [first.getUTCFullYear(), first.getUTCMonth(), first.getUTCDate()];
  const behind =
    month === undefined
      ? Date.UTC(y + 1, 0, 1)
      : Date.UTC(y, day === undefined ? m + 1 : m, day === undefined ? 1 : d + 1);
  const offset = zoneOffset(zone);
  return { startS: dayStart(offset, first.getTime() / 1_000), endS: dayStart(offset, behind / 1_000) };
}

/** undefined where the calendar has no such day. */
function dateOf(year: number, month: number, day: number): Date | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : undefined;
}

/** A day as a zone's calendar has it, `2026-03-01`, with its first instant in Unix seconds. */
type LocalDay = { readonly day: string; readonly startS: number };

/** The local days, ascending, that have a time between the two, both inclusive, of any of some stretches of Unix seconds, which ascend. */
export function localDays(
  zone: string,
  stretches: readonly (readonly [fromS: number, toS: number])[],
): readonly LocalDay[] {
  const { dayOf, startOf } = calendarOf(zone);
  const walls = new Set<number>();
  for (const [fromS, toS] of stretches)
    for (let [wall, last] = [dayOf(fromS), dayOf(toS)]; wall <= last; wall += DAY_S) walls.add(wall);
  return [...walls].sort((one, other) => one - other).map((wall) => ({ day: dayText(wall), startS: startOf(wall) }));
}

/** The day behind one of `localDays`. */
export function dayBehind(zone: string, { day }: LocalDay): LocalDay {
  const wall = Date.parse(`${day}T00:00:00Z`) / 1_000 + DAY_S;
  return { day: dayText(wall), startS: calendarOf(zone).startOf(wall) };
}

/** Days are told by their midnight as if it were of UTC. */
type Calendar = { readonly dayOf: (atS: number) => number; readonly startOf: (wallS: number) => number };

/** What was asked of a zone's clocks is kept: each question costs microseconds, and statements ask the same ones of all days there have been. */
const calendars = new Map<string, Calendar>();
const CALENDARS_MAX = 64;
/** Some decades of days. */
const KEPT_MAX = 20_000;

function calendarOf(zone: string): Calendar {
  const known = calendars.get(zone);
  if (known !== undefined) return known;
  const offset = zoneOffset(zone);
  const calendar = {
    dayOf: kept((atS) => wallDayOf(offset, atS)),
    startOf: kept((wallS) => dayStart(offset, wallS)),
  };
  if (calendars.size >= CALENDARS_MAX) calendars.clear();
  calendars.set(zone, calendar);
  return calendar;
}

function kept(answer: (asked: number) => number): (asked: number) => number {
  const answers = new Map<number, number>();
  return (asked) => {
    const known = answers.get(asked);
    if (known !== undefined) return known;
    if (answers.size >= KEPT_MAX) answers.clear();
    const found = answer(asked);
    answers.set(asked, found);
    return found;
  };
}

const wallDayOf = (offset: (seconds: number) => number, atS: number): number =>
  Math.floor((atS + offset(atS)) / DAY_S) * DAY_S;

const dayText = (wallS: number): string => new Date(wallS * 1_000).toISOString().slice(0, 10);

/** The first instant at which a zone's clocks show a midnight or what is behind it; `wallS` is that midnight as if it were of UTC. */
function dayStart(offset: (seconds: number) => number, wallS: number): number {
  const [before, after] = [offset(wallS - DAY_S), offset(wallS + DAY_S)];
  // Where clocks are put back about midnight it may be shown twice: the first time counts.
  for (const each of [Math.max(before, after), Math.min(before, after)])
    if (offset(wallS - each) === each) return wallS - each;
  // It is never shown: clocks are put forward over it, at the first instant behind what they showed before.
  let [low, high] = [wallS - Math.max(before, after) - 1, wallS - Math.min(before, after)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (middle + offset(middle) >= wallS) high = middle;
    else low = middle;
  }
  return high;
}
