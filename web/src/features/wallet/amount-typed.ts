import { formatCount, type MoneyUnit } from '../../shared/money/quota-format.ts';

/** In the operator's unit: of dollars, else of dollars in quota units. */
const PICKS = [10, 20, 50, 100, 500];

/** What is asked for, in whole dollars where those are shown, else in quota units. */
export const amountTyped = (typed: string): number | undefined => {
  const text = typed.trim();
  const amount = /^\d+$/u.test(text) ? Number(text) : undefined;
  return amount !== undefined && Number.isSafeInteger(amount) ? amount : undefined;
};

/** The least that can be asked for, where the operator's option has it in dollars. */
export const leastAmount = (minTopUp: number, { currency, quotaPerUnit }: MoneyUnit): number =>
  currency ? minTopUp : Math.max(1, Math.round(minTopUp * quotaPerUnit));

/** What a click asks for: none below the least. */
export const amountPicks = (minTopUp: number, unit: MoneyUnit): readonly number[] =>
  PICKS.filter((dollars) => dollars >= minTopUp).map((dollars) => leastAmount(dollars, unit));

/** `$10`, or `5,000,000` units. */
export const amountShown = (amount: number, { currency }: MoneyUnit): string =>
  `${currency ? '$' : ''}${formatCount(amount)}`;
