import { isZone } from '@ledgate/domain/shared/zone-offset';
import { zoneClock, type ZoneClock } from '@ledgate/domain/shared/zone-clock';
import { readRange } from '../filters/read-range.ts';
import { shownClock } from '../time/zone.ts';
import type { StatementRange } from './account-api.ts';

/** What is chosen of a statement, as it stands in the address. */
export const statementDefaults = { range: 'month', period: '', zone: '', by: 'entries' } as const;
export type StatementChoice = Readonly<Record<keyof typeof statementDefaults, string>>;

export const GROUPS = ['entries', 'day', 'model', 'token', 'credit'] as const;
export type Group = (typeof GROUPS)[number];
export const groupOf = ({ by }: StatementChoice): Group => GROUPS.find((group) => group === by) ?? 'entries';

/** The clock of the zone; '', and what the browser does not know, is that by which all times are shown. */
export const clockOf = ({ zone }: Pick<StatementChoice, 'zone'>): ZoneClock =>
  zone === '' || zone === shownClock().zone || !isZone(zone) ? shownClock() : zoneClock(zone);

/** A period, where one is chosen, else the range. */
export function statementRange(choice: StatementChoice, nowSeconds: number, clock = clockOf(choice)): StatementRange {
  const { zone } = clock;
  if (choice.period !== '') return { period: choice.period, zone };
  const { start, end } = readRange(choice.range, nowSeconds, clock);
  return { start, end: end + 1, zone };
}
