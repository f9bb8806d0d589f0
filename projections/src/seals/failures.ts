import type { Log } from '@ledgate/domain/ports/log';
import { SEAL_FAILING_ALARM_MS, SEAL_FAILING_PAUSE_FIRST_MS, SEAL_FAILING_PAUSE_MAX_MS } from '../limits.ts';

/** Work that is tried again and again: further and further apart while it fails, with an alarm when it has for SEAL_FAILING_ALARM_MS. */
export class Failures {
  readonly #log: Log;
  readonly #what: string;
  #sinceMs: number | undefined;
  #pauseMs = SEAL_FAILING_PAUSE_FIRST_MS;
  #isAlarmed = false;

  /** @param what has failed, as a sentence */
  constructor(log: Log, what: string) {
    this.#log = log;
    this.#what = what;
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
    if (isAlarm) this.#log.error({ err: error, alarm: true }, `${this.#what} for some minutes`);
    else this.#log.warn({ err: error }, `${this.#what}; it is tried again`);
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(pauseMs * 2, SEAL_FAILING_PAUSE_MAX_MS);
    return pauseMs;
  }
}
