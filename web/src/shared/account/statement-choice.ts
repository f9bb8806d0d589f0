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
