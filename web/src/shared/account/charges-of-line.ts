import type { StatementEntry } from './account-api.ts';

/** Charges of a line that one click shows. */
export const CHARGES_PAGE = 200;

/** When the charges of a line were: one time, or the first and the last. */
export function timeOf(charges: readonly StatementEntry[], clock: (at: number) => string): string {
  const [first, last] = [charges[0], charges.at(-1)];
  if (first === undefined || last === undefined) return '';
  return first === last ? clock(first.at) : `${clock(first.at)} – ${clock(last.at)}`;
}
