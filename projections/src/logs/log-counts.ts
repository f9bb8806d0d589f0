import { byNumber } from '../runner/columns.ts';
import { LargeMap } from '../shared/large-map.ts';
import { quarterOf } from '../times/quarter.ts';
import type { LogRowValues } from './log-row-of.ts';

/** Counts of everybody stand under this user. */
export const EVERYBODY = 0;

export type LogCount = {
  readonly userId: number;
  /** The quarter of an hour in which the store wrote them; Unix seconds of its start. */
  readonly recordedS: number;
  readonly type: number;
  readonly rows: number;
  readonly quota: number;
};

/** Display rows and their charges by user, quarter of an hour and type, and the same of everybody. */
export class LogCounts {
  readonly #counts = new LargeMap<string, { -readonly [Field in keyof LogCount]: LogCount[Field] }>();

  add({ userId, type, quota }: Pick<LogRowValues, 'userId' | 'type' | 'quota'>, recordedAtMs: number): void {
    const recordedS = quarterOf(recordedAtMs);
    for (const counted of [EVERYBODY, userId]) {
      const key = `${counted}/${recordedS}/${type}`;
      const count = this.#counts.get(key);
      if (count === undefined) {
        this.#counts.set(key, { userId: counted, recordedS, type, rows: 1, quota });
        continue;
      }
      count.rows += 1;
      count.quota += quota;
    }
  }

  sorted(): readonly LogCount[] {
    return [...this.#counts.values()].sort(
      (one, other) =>
        byNumber(one.userId, other.userId) ||
        byNumber(one.recordedS, other.recordedS) ||
        byNumber(one.type, other.type),
    );
  }
}
