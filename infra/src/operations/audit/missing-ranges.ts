import { FAULTS_MAX } from './limits.ts';

/** Indexes from one (inclusive) to another (exclusive). */
export type Range = { readonly from: number; readonly before: number };

/** Indexes that did not come in their place, as FAULTS_MAX ranges at most: each line may be asked for among them. */
export class MissingRanges {
  #ranges: readonly Range[] = [];

  get ranges(): readonly Range[] {
    return this.#ranges;
  }

  /** Whether there is room for one more. */
  add(range: Range): boolean {
    if (this.#ranges.length >= FAULTS_MAX) return false;
    this.#ranges = [...this.#ranges, range];
    return true;
  }

  /** One has come after all. Answers whether it was missing; where there is no room for what is left on both sides, it goes on being so. */
  take(index: number): boolean {
    const at = this.#ranges.findIndex(({ from, before }) => index >= from && index < before);
    const range = this.#ranges[at];
    if (range === undefined) return false;
    const left = [
      { from: range.from, before: index },
      { from: index + 1, before: range.before },
    ].filter(({ from, before }) => from < before);
    if (left.length < 2 || this.#ranges.length < FAULTS_MAX) this.#ranges = this.#ranges.toSpliced(at, 1, ...left);
    return true;
  }
}
