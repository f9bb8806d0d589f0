import { lineOf } from '@ledgate/domain/postings/chart';
import { byNumber, byText } from '../runner/columns.ts';

/** Every time zone's day begins at a multiple of it. */
export const QUARTER_S = 900;

/** Unix seconds. */
export const quarterOf = (atMs: number): number => Math.floor(atMs / (QUARTER_S * 1_000)) * QUARTER_S;

/** What one line of a trial balance moved in a quarter of an hour: `debits` is zero or below, `credits` zero or above. */
export type Quarter = {
  readonly line: string;
  readonly quarterS: number;
  readonly debits: bigint;
  readonly credits: bigint;
};

/** Sums of postings by line and quarter; exact, since sums over all accounts are not bounded. */
export class Quarters {
  readonly #sums = new Map<string, { line: string; quarterS: number; debits: bigint; credits: bigint }>();

  add(account: string, amount: number, atMs: number): void {
    const [line, quarterS] = [lineOf(account), quarterOf(atMs)];
    const key = `${line}/${quarterS}`;
    const sum = this.#sums.get(key) ?? { line, quarterS, debits: 0n, credits: 0n };
    if (amount < 0) sum.debits += BigInt(amount);
    else sum.credits += BigInt(amount);
    this.#sums.set(key, sum);
  }

  sorted(): readonly Quarter[] {
    return [...this.#sums.values()].sort(
      (one, other) => byText(one.line, other.line) || byNumber(one.quarterS, other.quarterS),
    );
  }
}
