import type { Charge } from '@ledgate/domain/till/charge';
import type { Spent } from './agent-double.ts';

type Part = Exclude<keyof Spent, 'model'>;
type Prices = Readonly<Partial<Record<Part, string>>>;

const PARTS: readonly Part[] = ['input', 'cachedRead', 'cachedWrite', 'cachedWrite1h', 'output'];
const UNITS_PER_USD = 500_000;

/** What the answers cost in quota units, each rounded half up; prices in USD a million tokens with at most two places. */
export function unitsOf(spent: readonly Spent[], prices: Readonly<Record<string, Prices>>): number {
  let sum = 0;
  for (const answer of spent) {
    const tokenCents = PARTS.reduce((cents, part) => cents + answer[part] * centsOf(prices[answer.model]?.[part]), 0);
    sum += Math.max(1, Math.floor((tokenCents * UNITS_PER_USD) / 100_000_000 + 0.5));
  }
  return sum;
}

const centsOf = (price = '0'): number => Math.round(Number(price) * 100);

/** All tokens by part. */
export const sumOf = (spent: readonly Omit<Spent, 'model'>[]): Readonly<Record<Part, number>> =>
  Object.fromEntries(PARTS.map((part) => [part, spent.reduce((sum, answer) => sum + answer[part], 0)])) as Record<
    Part,
    number
  >;

/** What a charge is for, in the words of `Spent`. */
export function spentOf({
  modelBilled,
  usage: { prompt, completion, parts },
}: Pick<Charge, 'modelBilled' | 'usage'>): Spent {
  const { cachedRead = 0, cachedWrite = 0, cachedWrite1h = 0 } = parts ?? {};
  const input = prompt - cachedRead - cachedWrite - cachedWrite1h;
  return { model: modelBilled, input, cachedRead, cachedWrite, cachedWrite1h, output: completion };
}
