import type { TokenId } from '../shared/ids.ts';
import { add, type Quota, ZERO } from '../shared/quota.ts';
import type { AccountEventOf } from './events.ts';
import { changeable, type OwnMaps } from './own-maps.ts';
import type { BudgetUse, ExistingAccount, LeaseBudgets } from './state.ts';

type Budgets = ExistingAccount['budgets'];

/** The days of every zone begin at a multiple of it. */
const QUARTER_MS = 900_000;

/** How far a window may begin ahead of the time of the event that names it: a clock that is further ahead would end every window up to then. */
const WINDOW_AHEAD_MAX_MS = 60_000;

/** A new limit keeps what the window has used; other windows, as of another zone, begin with nothing used. */
export function withBudget(
  budgets: Budgets,
  set: AccountEventOf<'BudgetSet'>['data'],
  own: OwnMaps | undefined,
): Budgets {
  const { windowStartMs = null, used = ZERO, late = [] } = keptFor(set, budgets.get(set.budgetId));
  const use = { ...set, windowStartMs, used, ...(late.length === 0 ? {} : { late }) };
  return changeable(budgets, own).set(set.budgetId, use);
}

const keptFor = (
  { window, zone }: AccountEventOf<'BudgetSet'>['data'],
  before: BudgetUse | undefined,
): Partial<BudgetUse> => (before?.window === window && before.zone === zone ? before : {});

/** A token is deleted, and its budgets with it. */
export function withoutBudgetsOf(budgets: Budgets, tokenId: TokenId, own: OwnMaps | undefined): Budgets {
  const gone = [...budgets.values()].filter((budget) => budget.tokenId === tokenId);
  if (gone.length === 0) return budgets;
  const after = changeable(budgets, own);
  for (const { budgetId } of gone) after.delete(budgetId);
  return after;
}

/**
 * A lease was granted at `grantedMs` (Unix milliseconds): a window that is newer than the last one begins, with nothing used but what was recorded late in it
 * before.
 */
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
        : begun(budget, windowStartMs),
    own,
  );
}

function begun({ late = [], ...budget }: BudgetUse, windowStartMs: number): BudgetUse {
  const within = late.filter(([quarterMs]) => quarterMs >= windowStartMs);
  const used = add(ZERO, ...within.map(([, amount]) => amount));
  return { ...budget, windowStartMs, used, ...(within.length === 0 ? {} : { late: within }) };
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

/**
 * A late record counts in the windows in which it comes at `recordedMs` (Unix milliseconds): those of the account and of its token. It is remembered for
 * those that no lease has begun yet.
 */
export function withLate(
  budgets: Budgets,
  { tokenId, amount }: { readonly tokenId: TokenId; readonly amount: Quota },
  recordedMs: number,
  own: OwnMaps | undefined,
): Budgets {
  const after = changeable(budgets, own);
  for (const budget of budgets.values())
    if (budget.tokenId === null || budget.tokenId === tokenId)
      after.set(budget.budgetId, {
        ...budget,
        used: budget.windowStartMs === null ? budget.used : add(budget.used, amount),
        late: withQuarter(budget.late ?? [], recordedMs - (recordedMs % QUARTER_MS), amount),
      });
  return after;
}

function withQuarter(late: NonNullable<BudgetUse['late']>, quarterMs: number, amount: Quota): BudgetUse['late'] {
  const at = late.findIndex(([known]) => known === quarterMs);
  return at === -1 ? [...late, [quarterMs, amount]] : late.with(at, [quarterMs, add(amount, late[at]?.[1] ?? ZERO)]);
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
