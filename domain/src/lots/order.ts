import { LOT_KINDS } from '../account/events.ts';
import { add, type Quota } from '../shared/quota.ts';
import type { Lot } from './state.ts';

/** Below zero where `one` is taken before `other`: by expiry (none last), kind, revision. */
function takenBefore(one: Omit<Lot, 'rest'>, other: Omit<Lot, 'rest'>): number {
  if (one.expiresAtMs !== other.expiresAtMs)
    return (one.expiresAtMs ?? Number.POSITIVE_INFINITY) - (other.expiresAtMs ?? Number.POSITIVE_INFINITY);
  return LOT_KINDS.indexOf(one.kind) - LOT_KINDS.indexOf(other.kind) || one.name - other.name;
}

/** The lots with so much more in one of them, which may have been empty. */
export function withMore(lots: readonly Lot[], lot: Omit<Lot, 'rest'>, amount: Quota): readonly Lot[] {
  const at = lots.findIndex((other) => takenBefore(lot, other) <= 0);
  const found = at === -1 ? undefined : lots[at];
  if (at === -1 || found === undefined) return [...lots, { ...lot, rest: amount }];
  return found.name === lot.name
    ? lots.with(at, { ...found, rest: add(found.rest, amount) })
    : lots.toSpliced(at, 0, { ...lot, rest: amount });
}

/** In the order in which they are taken. */
export const inOrder = (lots: readonly Lot[]): readonly Lot[] => lots.toSorted(takenBefore);
