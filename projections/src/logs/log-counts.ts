import { byNumber } from '../runner/columns.ts';
import { LargeMap } from '../shared/large-map.ts';
import { quarterOf } from '../times/quarter.ts';
import type { LoggedEvent } from './logged-event.ts';

/** Counts of everybody stand under this account. */
export const EVERYBODY = 0;

type LogCount = {
  readonly accountId: number;
  /** The quarter of an hour in which the store wrote them; Unix seconds of its start. */
  readonly recordedS: number;
  readonly type: number;
  readonly rows: number;
  /** What was charged. */
  readonly amount: number;
};

/** Display rows and their charges by account, quarter of an hour and type, and the same of everybody. */
export class LogCounts {
  readonly #counts = new LargeMap<string, { -readonly [Field in keyof LogCount]: LogCount[Field] }>();

  add({ accountId, type, amount }: Pick<LoggedEvent, 'accountId' | 'type' | 'amount'>, recordedAtMs: number): void {
    const recordedS = quarterOf(recordedAtMs);
    for (const counted of [EVERYBODY, accountId]) {
      const key = `${counted}/${recordedS}/${type}`;
      const count = this.#counts.get(key);
      if (count === undefined) {
        this.#counts.set(key, { accountId: counted, recordedS, type, rows: 1, amount });
        continue;
      }
      count.rows += 1;
      count.amount += amount;
    }
  }

  sorted(): readonly LogCount[] {
    return [...this.#counts.values()].sort(
      (one, other) =>
        byNumber(one.accountId, other.accountId) ||
        byNumber(one.recordedS, other.recordedS) ||
        byNumber(one.type, other.type),
    );
  }
}
