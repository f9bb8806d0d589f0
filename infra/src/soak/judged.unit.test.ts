import { describe, expect, it } from '@jest/globals';
import { judged } from './soak.ts';

const plan = { seconds: 1_800, answerMsMax: 2_000 };
const good = { sent: 2, answered: 2, failed: 0, failures: [], durationsMs: [10, 1_999] };
const held = {
  good,
  seen: { startMb: 300, warmUpMb: 700, afterMb: 990, lastMb: 400 },
  left: 0,
  books: { code: 0, output: '' },
  isLogged: true,
};

describe('the judge of a soak', () => {
  it('has nothing to say where all holds', () => {
    expect(judged(plan, held)).toEqual([]);
  });

  it.each([
    ['a refusal', { good: { ...good, answered: 1, failed: 1, failures: ['503'] } }, /1 good requests failed: 503/],
    ['a missing answer', { good: { ...good, answered: 1 } }, /1 have no answer/],
    ['a slow answer', { good: { ...good, durationsMs: [2_001] } }, /1 good requests took longer than 2000 ms/],
    ['growth', { seen: { ...held.seen, afterMb: 1_001 } }, /grew from 700 to 1001 MB/],
    ['too much memory', { seen: { ...held.seen, warmUpMb: 1_525, afterMb: 0 } }, /rose to 1525 MB, above 1524 MB/],
    ['calls for nobody', { left: 3 }, /3 calls whose callers are gone/],
    ['a log with gaps', { isLogged: false }, /the log does not show/],
    ['books that are not true', { books: { code: 1, output: 'differs' } }, /verify ended with 1: differs/],
  ])('names %s', (_what, found, named) => {
    expect(judged(plan, { ...held, ...found }).join()).toMatch(named);
  });

  it('does not take a short warm-up for what memory settles at', () => {
    expect(judged({ ...plan, seconds: 30 }, { ...held, seen: { ...held.seen, afterMb: 1_500 } })).toEqual([]);
  });
});
