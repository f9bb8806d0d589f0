import { SEAL_FAILING_ALARM_MS, SEAL_FAILING_PAUSE_FIRST_MS, SEAL_FAILING_PAUSE_MAX_MS } from '../limits.ts';

type FailuresParts = {
  /** Each, but for the one by which it has become an alarm. */
  readonly onFailure: (error: unknown) => void;
  readonly onAlarm: (error: unknown) => void;
};

/** Work that is tried again and again: further and further apart while it fails, with an alarm when it has for SEAL_FAILING_ALARM_MS. */
export class Failures {
  readonly #parts: FailuresParts;
  #sinceMs: number | undefined;
  #pauseMs = SEAL_FAILING_PAUSE_FIRST_MS;
  #isAlarmed = false;

  constructor(parts: FailuresParts) {
    this.#parts = parts;
  }

  /** It has succeeded. */
  over(): void {
    this.#sinceMs = undefined;
    this.#pauseMs = SEAL_FAILING_PAUSE_FIRST_MS;
    this.#isAlarmed = false;
  }

  /** Answers after how many milliseconds it is to be tried again. */
  met(error: unknown): number {
    this.#sinceMs ??= performance.now();
    const isAlarm = !this.#isAlarmed && performance.now() - this.#sinceMs >= SEAL_FAILING_ALARM_MS;
    this.#isAlarmed ||= isAlarm;
    if (isAlarm) this.#parts.onAlarm(error);
    else this.#parts.onFailure(error);
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(pauseMs * 2, SEAL_FAILING_PAUSE_MAX_MS);
    return pauseMs;
  }
}
