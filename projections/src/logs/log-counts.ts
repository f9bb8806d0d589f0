import { byNumber } from '../runner/columns.ts';
import { dayOf, type LogRowValues } from './log-row-of.ts';

/** Counts of everybody stand under this user. */
export const EVERYBODY = 0;

export type LogCount = {
  readonly userId: number;
  readonly dayS: number;
  readonly type: number;
  readonly rows: number;
  readonly quota: number;
};

/** Display rows and their charges by user, day (UTC) and type, and the same of everybody. */
export class LogCounts {
  readonly #counts = new Map<string, { userId: number; dayS: number; type: number; rows: number; quota: number }>();

  add({ userId, atMs, type, quota }: Pick<LogRowValues, 'userId' | 'atMs' | 'type' | 'quota'>): void {
    const dayS = dayOf(atMs);
    for (const counted of [EVERYBODY, userId]) {
      const key = `${counted}/${dayS}/${type}`;
      const count = this.#counts.get(key);
      if (count === undefined) {
        this.#counts.set(key, { userId: counted, dayS, type, rows: 1, quota });
        continue;
      }
      count.rows += 1;
      count.quota += quota;
    }
  }

  sorted(): readonly LogCount[] {
    return [...this.#counts.values()].sort(
      (one, other) =>
        byNumber(one.userId, other.userId) || byNumber(one.dayS, other.dayS) || byNumber(one.type, other.type),
    );
  }
}
