import type { StatementEntry } from './account-api.ts';

/** Charges of a line that one click shows. */
export const CHARGES_PAGE = 200;

/** When the charges of a line were: one time, or the first and the last. */
export function timesOf(charges: readonly StatementEntry[], timeOfEntry: (entry: StatementEntry) => string): string {
  const [first, last] = [charges[0], charges.at(-1)];
  if (first === undefined || last === undefined) return '';
  return first === last ? timeOfEntry(first) : `${timeOfEntry(first)} – ${timeOfEntry(last)}`;
}
