import { describe, expect, it } from '@jest/globals';
import { ELECTION_TIMES } from './election-session.ts';

/** What an operator is promised: the work of one worker at a time is taken over within so long. */
const TAKEN_OVER_WITHIN_MS = 10_000;

describe('the times of elections', () => {
  const { roundMs, answerMaxMs, silentMaxMs } = ELECTION_TIMES;

  it('let the work of a silent holder be taken over in time: its session ends, a round passes, and one more is lost', () => {
    expect(silentMaxMs + 2 * roundMs).toBeLessThanOrEqual(TAKEN_OVER_WITHIN_MS);
  });

  it('let a holder whose questions are not answered step down before another may be elected', () => {
    expect(roundMs + answerMaxMs).toBeLessThan(silentMaxMs);
  });
});
