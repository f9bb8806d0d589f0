import { describe, expect, it } from '@jest/globals';
import { REFUSED_CALLS_KEPT_MAX, REFUSED_CALLS_OF_USER_MAX } from '../limits.ts';
import { Counts } from './counts.ts';

const HOUR_MS = 3_600_000;
const ALL = 1_000_000;
const shown = (counts: Counts): readonly unknown[] =>
  counts.take(ALL).map(({ hour, userId, tokenId, reason, count }) => [hour, userId, tokenId, reason, count]);

describe('counts of refused calls', () => {
  it('are by hour, key and reason, and only what has changed is taken', () => {
    const counts = new Counts();
    counts.add(1, 11, 'balance', 0);
    counts.add(1, 11, 'balance', HOUR_MS - 1);
    counts.add(1, 11, 'model', 5);
    counts.add(1, 11, 'balance', HOUR_MS);
    expect(shown(counts)).toEqual([
      [0, 1, 11, 'balance', 2],
      [0, 1, 11, 'model', 1],
      [3_600, 1, 11, 'balance', 1],
    ]);
    expect(shown(counts)).toEqual([]);
    counts.add(1, 11, 'balance', HOUR_MS);
    expect(shown(counts)).toEqual([[3_600, 1, 11, 'balance', 2]]);
  });

  it('that could not be written are taken again, with what has come since, even when their hour is over', () => {
    const counts = new Counts();
    counts.add(1, 11, 'balance', 0);
    const taken = counts.take(ALL);
    counts.add(1, 11, 'balance', 1);
    counts.putBack(taken);
    counts.add(1, 12, 'balance', HOUR_MS);
    expect(shown(counts)).toEqual([
      [0, 1, 11, 'balance', 2],
      [3_600, 1, 12, 'balance', 1],
    ]);
  });

  it('by a clock that went back are in the newest hour: an older one that was written stands', () => {
    const counts = new Counts();
    counts.add(1, 11, 'balance', 0);
    counts.take(ALL);
    counts.add(1, 11, 'balance', HOUR_MS);
    counts.add(1, 11, 'balance', 1);
    expect(shown(counts)).toEqual([[3_600, 1, 11, 'balance', 2]]);
  });

  it('of a user with too many keys are under no key, and none is lost', () => {
    const counts = new Counts();
    for (let token = 1; token <= 3 * REFUSED_CALLS_OF_USER_MAX; token += 1) counts.add(1, token, 'expired_key', 0);
    counts.add(2, 1, 'expired_key', 0);
    expect(counts.size).toBe(REFUSED_CALLS_OF_USER_MAX + 2);
    const taken = counts.take(ALL);
    expect(taken.reduce((sum, { count }) => sum + count, 0)).toBe(3 * REFUSED_CALLS_OF_USER_MAX + 1);
    expect(taken.find(({ userId, tokenId }) => userId === 1 && tokenId === 0)?.count).toBe(
      2 * REFUSED_CALLS_OF_USER_MAX,
    );
  });

  it('beyond what is kept are under nobody, and those of an hour that is over and written go', () => {
    const counts = new Counts();
    for (let user = 1; user <= REFUSED_CALLS_KEPT_MAX + 5; user += 1) counts.add(user, user, 'balance', 0);
    expect(counts.size).toBe(REFUSED_CALLS_KEPT_MAX + 1);
    expect(counts.take(ALL).find(({ userId }) => userId === 0)?.count).toBe(5);
    counts.add(1, 1, 'balance', HOUR_MS);
    expect(counts.size).toBe(1);
  });
});
