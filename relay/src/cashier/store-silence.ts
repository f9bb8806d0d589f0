import type { Clock } from '@ledgate/domain/ports/clock';

export type Question = 'append' | 'read';

/** For how long the event store has been asked without answering, by the monotonic clock. One that reads but does not write is as good as away. */
export class StoreSilence {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** When it was first asked since its last answer. */
  #appendAskedAtMs: number | undefined;
  #readAskedAtMs: number | undefined;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  asked(question: Question): void {
    if (question === 'append') this.#appendAskedAtMs ??= this.#clock.monotonicMs();
    else this.#readAskedAtMs ??= this.#clock.monotonicMs();
  }

  /** It has answered such a question, or need not answer it after all. Who writes can be read, too. */
  over(question: Question): void {
    if (question === 'append') this.#appendAskedAtMs = undefined;
    this.#readAskedAtMs = undefined;
  }

  /** Milliseconds; 0 while nothing is unanswered. */
  ms(): number {
    const sinceMs = Math.min(this.#appendAskedAtMs ?? Infinity, this.#readAskedAtMs ?? Infinity);
    return sinceMs === Infinity ? 0 : this.#clock.monotonicMs() - sinceMs;
  }
}
