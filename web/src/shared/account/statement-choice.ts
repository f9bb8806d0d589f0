import { readRange } from '../filters/read-range.ts';
import { zoneName } from '../time/zone.ts';
import type { StatementRange } from './account-api.ts';

/** What is chosen of a statement, as it stands in the address. */
export const statementDefaults = { range: 'month', period: '', zone: '', by: 'entries' } as const;
export type StatementChoice = Readonly<Record<keyof typeof statementDefaults, string>>;

export const GROUPS = ['entries', 'day', 'model', 'token'] as const;
export type Group = (typeof GROUPS)[number];
export const groupOf = ({ by }: StatementChoice): Group => GROUPS.find((group) => group === by) ?? 'entries';

/** '' is the zone in which all times are shown. */
export const zoneOf = ({ zone }: StatementChoice): string => (zone === '' ? zoneName() : zone);

/** A period, where one is chosen, else the range. */
export function statementRange(choice: StatementChoice, nowSeconds: number): StatementRange {
  const zone = zoneOf(choice);
  if (choice.period !== '') return { period: choice.period, zone };
  const { start, end } = readRange(choice.range, nowSeconds);
  return { start, end: end + 1, zone };
}

const MONTHS = 12;
const YEARS = 2;

/** Periods that are offered, the newest first: this month and those before, this year and the one before. */
export function offeredPeriods(nowSeconds: number): readonly string[] {
  const now = new Date(nowSeconds * 1_000);
  const months = Array.from({ length: MONTHS }, (_, before) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before, 1)).toISOString().slice(0, 7),
  );
  return [...months, ...Array.from({ length: YEARS }, (_, before) => String(now.getUTCFullYear() - before))];
}

const PERIOD = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/u;

/** Whether a text looks like a period; whether there is such a day the server says. */
export const isPeriod = (text: string): boolean => PERIOD.test(text);
