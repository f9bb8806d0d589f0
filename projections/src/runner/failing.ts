import { FAILING_ALARM_MS, FAILING_QUIET_MS } from '../limits.ts';

type FailingWatched = {
  /** It has lasted: somebody has to look. The failure that was seen last. */
  readonly raise: (error: unknown) => void;
  /** What was raised is over. */
  readonly over: () => void;
  /** Asked where an attempt is under way that has not failed: with nothing to apply no batch ever tells that all is well. Throws nothing. */
  readonly isUpToDate: () => Promise<boolean>;
};

/**
 * Failures that pass, from the first until a batch was applied, nothing is left to apply, or a time that is longer than any attempt went by without one.
 * An attempt that hangs is no sign that all is well, however long it does.
 */
export class Failing {
  readonly #watched: FailingWatched;
  #lastError: unknown;
  #isOn = false;
  #isRaised = false;
  /** An attempt is under way and has not failed. */
  #isFollowing = false;
  #look: NodeJS.Timeout | undefined;
  #quiet: NodeJS.Timeout | undefined;

  constructor(watched: FailingWatched) {
    this.#watched = watched;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  failed(error: unknown): void {
    clearTimeout(this.#quiet);
    this.#lastError = error;
    this.#isFollowing = false;
    if (!this.#isOn) this.#lookLater();
    this.#isOn = true;
  }

  /** An attempt has begun; whether it will fail is not known yet. */
  following(): void {
    this.#isFollowing = true;
    if (!this.#isOn) return;
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.end(), FAILING_QUIET_MS).unref();
  }

  /** A batch was applied, or there is another reason than these failures why nothing is: no timer outlives this. */
  end(): void {
    clearTimeout(this.#look);
    clearTimeout(this.#quiet);
    const wasRaised = this.#isRaised;
    this.#look = undefined;
    this.#isOn = false;
    this.#isRaised = false;
    if (wasRaised) this.#watched.over();
  }

  #lookLater(): void {
    this.#look = setTimeout(() => void this.#lookNow(), FAILING_ALARM_MS).unref();
  }

  async #lookNow(): Promise<void> {
    const look = this.#look;
    const isUpToDate = this.#isFollowing && (await this.#watched.isUpToDate());
    if (this.#look !== look) return;
    if (isUpToDate && this.#isFollowing) return this.end();
    if (!this.#isRaised) this.#watched.raise(this.#lastError);
    this.#isRaised = true;
    this.#lookLater();
  }
}
