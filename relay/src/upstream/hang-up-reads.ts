import { HANG_UP_READ_BYTES_MAX, HANG_UP_READS_MAX } from '../limits.ts';
import type { UpstreamAttempt } from './upstream-attempt.ts';

type HangUpLimits = { readonly bytesMax: number; readonly readsMax: number };

/**
 * Answers whose callers have hung up and that are read on for their usage, streams or not, so that leaving before it comes makes nothing cheaper: for
 * the seconds of the option HangUpReadSeconds, a number of bytes, and only so many at once. What comes in that time is charged; then the upstream is
 * cut.
 */
export class HangUpReads {
  readonly #limits: HangUpLimits;
  #running = 0;

  constructor(limits: Partial<HangUpLimits> = {}) {
    this.#limits = { bytesMax: HANG_UP_READ_BYTES_MAX, readsMax: HANG_UP_READS_MAX, ...limits };
  }

  /** Reads on, or cancels where that is switched off, no upstream was reached or too many are read already. Whether it reads on. */
  start(attempt: UpstreamAttempt, seconds: number): boolean {
    if (seconds === 0 || !attempt.isUnderWay || this.#running >= this.#limits.readsMax) {
      attempt.cancel();
      return false;
    }
    this.#running += 1;
    attempt.readOn({ ms: 1_000 * seconds, bytesMax: this.#limits.bytesMax });
    void attempt.outcome.then(() => {
      this.#running -= 1;
    });
    return true;
  }
}
