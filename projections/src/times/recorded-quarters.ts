import { byNumber } from '../runner/columns.ts';
import { quarterOf } from './quarter.ts';

/** Where the events stand that the store wrote in a quarter of an hour; `recordedS` in Unix seconds, both positions inclusive. */
export type RecordedQuarter = { readonly recordedS: number; readonly first: number; readonly last: number };

/** Quarters of a batch. Those of two batches are merged by the smaller and the larger position, in whatever order they come. */
export class RecordedQuarters {
  readonly #quarters = new Map<number, { first: number; last: number }>();

  add(recordedAtMs: number, position: number): void {
    const recordedS = quarterOf(recordedAtMs);
    const quarter = this.#quarters.get(recordedS);
    if (quarter === undefined) {
      this.#quarters.set(recordedS, { first: position, last: position });
      return;
    }
    quarter.first = Math.min(quarter.first, position);
    quarter.last = Math.max(quarter.last, position);
  }

  sorted(): readonly RecordedQuarter[] {
    return [...this.#quarters]
      .sort(([one], [other]) => byNumber(one, other))
      .map(([recordedS, positions]) => ({ recordedS, ...positions }));
  }
}
