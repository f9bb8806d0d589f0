import { lineOf } from '@ledgate/domain/postings/chart';
import { byNumber, byText } from '../runner/columns.ts';
import { quarterOf } from '../times/quarter.ts';

/** What one line of a trial balance moved by events that the store wrote in a quarter of an hour: `debits` is zero or below, `credits` zero or above. */
type Quarter = {
  readonly line: string;
  readonly recordedS: number;
  readonly debits: bigint;
  readonly credits: bigint;
};

/** Sums of postings by line and quarter; exact, since sums over all accounts are not bounded. */
export class Quarters {
  readonly #sums = new Map<string, { line: string; recordedS: number; debits: bigint; credits: bigint }>();

  add(account: string, amount: number, recordedAtMs: number): void {
    const [line, recordedS] = [lineOf(account), quarterOf(recordedAtMs)];
    const key = `${line}/${recordedS}`;
    const sum = this.#sums.get(key) ?? { line, recordedS, debits: 0n, credits: 0n };
    if (amount < 0) sum.debits += BigInt(amount);
    else sum.credits += BigInt(amount);
    this.#sums.set(key, sum);
  }

  sorted(): readonly Quarter[] {
    return [...this.#sums.values()].sort(
      (one, other) => byText(one.line, other.line) || byNumber(one.recordedS, other.recordedS),
    );
  }
}
