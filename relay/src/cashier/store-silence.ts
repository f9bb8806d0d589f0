import type { Clock } from '@ledgate/domain/ports/clock';

type SilenceOptions = {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Asks the event store anything that costs it little. */
  readonly look: () => Promise<unknown>;
  /** After so many milliseconds of silence, and then as often, it is looked whether the store answers at all: a failed question may not be asked again. */
  readonly lookEveryMs: number;
};

/** For how long the event store has been asked without answering anything, by the monotonic clock. */
export class StoreSilence {
  readonly #options: SilenceOptions;
  /** When it was first asked since its last answer. */
  #askedAtMs: number | undefined;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #looking = false;

  constructor(options: SilenceOptions) {
    this.#options = options;
  }

  asked(): void {
    this.#askedAtMs ??= this.#options.clock.monotonicMs();
  }

  /** It has answered, whatever was asked; or nothing is asked after all. */
  over(): void {
    this.#askedAtMs = undefined;
  }

  /** Milliseconds; 0 while nothing is unanswered. */
  ms(): number {
    return this.#askedAtMs === undefined ? 0 : this.#options.clock.monotonicMs() - this.#askedAtMs;
  }

  /** From time to time: breaks a silence that the store does not mean. One look at a time. */
  sweep(): void {
    const { clock, look, lookEveryMs } = this.#options;
    if (this.#looking || this.ms() < lookEveryMs || clock.monotonicMs() - this.#lookedAtMs < lookEveryMs) return;
    this.#looking = true;
    this.#lookedAtMs = clock.monotonicMs();
    // It is away: that is known by the silence.
    void look()
      .catch(() => undefined)
      .finally(() => {
        this.#looking = false;
      });
  }
}
