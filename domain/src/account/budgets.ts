import type { TokenId } from '../shared/ids.ts';
import { add, type Quota, ZERO } from '../shared/quota.ts';
import type { AccountEventOf } from './events.ts';
import { changeable, type OwnMaps } from './own-maps.ts';
import type { BudgetUse, ExistingAccount, LeaseBudgets } from './state.ts';

type Budgets = ExistingAccount['budgets'];

/** How far a window may begin ahead of the time of the event that names it: a clock that is further ahead would end every window up to then. */
const WINDOW_AHEAD_MAX_MS = 60_000;

/** A new limit keeps what the window has used; other windows, as of another zone, begin with nothing used. */
export function withBudget(
  budgets: Budgets,
  set: AccountEventOf<'BudgetSet'>['data'],
  own: OwnMaps | undefined,
): Budgets {
  const before = budgets.get(set.budgetId);
  const { windowStartMs, used } =
    before?.window === set.window && before.zone === set.zone ? before : { windowStartMs: null, used: ZERO };
  return changeable(budgets, own).set(set.budgetId, { ...set, windowStartMs, used });
}

/** A token is deleted, and its budgets with it. */
export function withoutBudgetsOf(budgets: Budgets, tokenId: TokenId, own: OwnMaps | undefined): Budgets {
  const gone = [...budgets.values()].filter((budget) => budget.tokenId === tokenId);
  if (gone.length === 0) return budgets;
  const after = changeable(budgets, own);
  for (const { budgetId } of gone) after.delete(budgetId);
  return after;
}

/** A lease was granted at `grantedMs` (Unix milliseconds): a window that is newer than the last one begins with nothing used. */
export function withWindows(
  budgets: Budgets,
  leased: LeaseBudgets,
  grantedMs: number,
  own: OwnMaps | undefined,
): Budgets {
  return changed(
    budgets,
    leased,
    (budget, windowStartMs) =>
      windowStartMs > grantedMs + WINDOW_AHEAD_MAX_MS ||
      (budget.windowStartMs !== null && windowStartMs <= budget.windowStartMs)
        ? budget
        : { ...budget, windowStartMs, used: ZERO },
    own,
  );
}

/** Consumption that a lease has reported counts in the windows of its grant; those that are over have forgotten theirs. */
export function withReported(
  budgets: Budgets,
  leased: LeaseBudgets,
  consumed: Quota,
  own: OwnMaps | undefined,
): Budgets {
  return changed(
    budgets,
    leased,
    (budget, windowStartMs) =>
      windowStartMs === budget.windowStartMs ? { ...budget, used: add(budget.used, consumed) } : budget,
    own,
  );
}

/** A late record counts in the windows in which it comes: those of the account and of its token. */
export function withLate(budgets: Budgets, tokenId: TokenId, amount: Quota, own: OwnMaps | undefined): Budgets {
  const after = changeable(budgets, own);
  for (const [budgetId, budget] of budgets)
    if (budget.windowStartMs !== null && (budget.tokenId === null || budget.tokenId === tokenId))
      after.set(budgetId, { ...budget, used: add(budget.used, amount) });
  return after;
}

function changed(
  budgets: Budgets,
  leased: LeaseBudgets,
  change: (budget: BudgetUse, windowStartMs: number) => BudgetUse,
  own: OwnMaps | undefined,
): Budgets {
  const after = changeable(budgets, own);
  for (const [budgetId, windowStartMs] of leased) {
    const budget = after.get(budgetId);
    if (budget !== undefined) after.set(budgetId, change(budget, windowStartMs));
  }
  return after;
}
