import { changeable, type OwnMaps } from '../account/own-maps.ts';
import type { RequestId } from '../shared/ids.ts';
import { add, minimum, subtract, type Quota, ZERO } from '../shared/quota.ts';
import { withMore } from './order.ts';
import type { Draw, Lot, Wallet } from './state.ts';

/** A wallet after an event, and what that took out of which lot, or put into it. */
export type Step = {
  readonly wallet: Wallet;
  /** In their order. */
  readonly taken: readonly Draw[];
  /** In their order. */
  readonly filled: readonly Draw[];
};

const NONE: readonly Draw[] = [];

/** What moves no wallet. */
export const unmoved = (wallet: Wallet): Step => ({ wallet, taken: NONE, filled: NONE });

/** A credit: pays debt, and makes a lot of the rest. */
export function credited(wallet: Wallet, amount: Quota, lot: Omit<Lot, 'rest'>): Step {
  const paid = minimum(wallet.debt, amount);
  const rest = subtract(amount, paid);
  return {
    wallet: {
      ...wallet,
      debt: subtract(wallet.debt, paid),
      lots: rest === 0 ? wallet.lots : withMore(wallet.lots, lot, rest),
    },
    taken: NONE,
    filled: rest === 0 ? NONE : [{ lot, amount: rest }],
  };
}

const isAny = (): boolean => true;

/** Takes first what `isOwn`, then in the order of the lots; what lacks is debt. */
export function taken(wallet: Wallet, amount: Quota, isOwn?: (lot: Lot) => boolean): Step {
  const draws: Draw[] = [];
  let [lots, lacking] = [wallet.lots, amount];
  for (const isWanted of isOwn === undefined ? [isAny] : [isOwn, isAny]) {
    const left: Lot[] = [];
    for (const lot of lots) {
      const part = lacking > 0 && isWanted(lot) ? minimum(lot.rest, lacking) : ZERO;
      if (part < lot.rest) left.push(part === 0 ? lot : { ...lot, rest: subtract(lot.rest, part) });
      if (part === 0) continue;
      const { rest: _rest, ...name } = lot;
      draws.push({ lot: name, amount: part });
      lacking = subtract(lacking, part);
    }
    lots = left;
  }
  return { wallet: { ...wallet, lots, debt: add(wallet.debt, lacking) }, taken: draws, filled: NONE };
}

/** What a request takes; remembered for what may be given back of it. */
export function takenFor(wallet: Wallet, requestId: RequestId, amount: Quota, own: OwnMaps | undefined): Step {
  const step = taken(wallet, amount);
  if (step.taken.length === 0) return step;
  const all = changeable(wallet.draws, own);
  const draws = all.set(requestId, [...(all.get(requestId) ?? []), ...step.taken]);
  return { ...step, wallet: { ...step.wallet, draws } };
}

/** Given back for a request: pays debt, then fills the lots that it drew from, the last first, to what it drew; the rest is a lot of its own. */
export function givenBack(
  wallet: Wallet,
  requestId: RequestId | undefined,
  amount: Quota,
  name: number,
  own: OwnMaps | undefined,
): Step {
  const paid = minimum(wallet.debt, amount);
  let [lots, rest] = [wallet.lots, subtract(amount, paid)];
  const filled: Draw[] = [];
  const drawn = (requestId === undefined ? undefined : wallet.draws.get(requestId)) ?? [];
  const kept = [...drawn];
  while (rest > 0) {
    const last = kept.pop();
    if (last === undefined) break;
    const part = minimum(last.amount, rest);
    lots = withMore(lots, last.lot, part);
    filled.push({ lot: last.lot, amount: part });
    rest = subtract(rest, part);
    if (part < last.amount) kept.push({ ...last, amount: subtract(last.amount, part) });
  }
  const repaid = { ...wallet, lots, debt: subtract(wallet.debt, paid) };
  const more =
    rest === 0 ? unmoved(repaid) : credited(repaid, rest, { name, kind: 'adjustment', expiresAtMs: null, of: null });
  const after: Step = { wallet: more.wallet, taken: NONE, filled: [...filled, ...more.filled] };
  if (requestId === undefined || drawn.length === 0) return after;
  const draws = changeable(wallet.draws, own);
  if (kept.length === 0) draws.delete(requestId);
  else draws.set(requestId, kept);
  return { ...after, wallet: { ...after.wallet, draws } };
}
