import { formatDollars } from '../../shared/money/quota-format.ts';
import type { BalanceOf } from './operator-api.ts';

export type Reading = { readonly what: string; readonly before: string; readonly after: string };

/** Balances of which a question about another number of units a dollar tells. */
const READINGS = 3;

/** Of balances that are not 0 where there are enough. */
export function readingsOf(balances: readonly BalanceOf[], before: number, after: number): readonly Reading[] {
  const held = balances.filter(({ quota }) => quota !== 0);
  const sorted = (held.length >= READINGS ? held : balances).toSorted((one, other) => other.quota - one.quota);
  const places = [0, Math.floor((sorted.length - 1) / 2), sorted.length - 1];
  const chosen = sorted.length <= READINGS ? sorted : places.flatMap((place) => sorted[place] ?? []);
  return chosen.map(({ username, quota }) => ({
    what: username,
    before: formatDollars(quota, before, 2),
    after: formatDollars(quota, after, 2),
  }));
}
