import type { Clock } from '@ledgate/domain/ports/clock';
import type { Log } from '@ledgate/domain/ports/log';
import type { TillRegistry } from '@ledgate/domain/ports/till-registry';
import type { TillId } from '@ledgate/domain/shared/ids';
import type { Faults } from './fault-points.ts';
import type { CashierLimits } from './limits.ts';
import { reasonOf } from './reason-of.ts';

type HeartbeatOptions = {
  readonly tills: TillRegistry;
  readonly relayId: string;
  /** What the beat acknowledges. */
  readonly directoryVersion: () => number;
  /** Asks the event store anything; throws when it does not answer. */
  readonly probe: () => Promise<unknown>;
  readonly clock: Clock;
  readonly limits: Pick<CashierLimits, 'beatEveryMs' | 'beatAgeMaxMs' | 'storeAnswerAgeMaxMs'>;
  readonly faults: Faults;
  readonly log: Log;
};

/**
 * Tells the workers that this process lives, as long as the event store answers it; and tells this process whether the workers can still know
 * it (design section 4, step 1). All by the monotonic clock.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #storeAnsweredAtMs = Number.NEGATIVE_INFINITY;
  #beating: Promise<readonly TillId[] | undefined> | undefined;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  /** The last heartbeat that arrived was sent less than `beatAgeMaxMs` ago. */
  alive(): boolean {
    return this.ageMs() < this.#options.limits.beatAgeMaxMs;
  }

  /** Milliseconds since the last heartbeat that arrived was sent. */
  ageMs(): number {
    return this.#options.clock.monotonicMs() - this.#sentAtMs;
  }

  storeAnswered(): void {
    this.#storeAnsweredAtMs = this.#options.clock.monotonicMs();
  }

  /** Answers the tills that have a row; undefined when no beat was sent or its arrival is unknown. One at a time. */
  beat(): Promise<readonly TillId[] | undefined> {
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = undefined;
    });
    return this.#beating;
  }

  async #beat(): Promise<readonly TillId[] | undefined> {
    const { tills, relayId, directoryVersion, clock, faults, log } = this.#options;
    try {
      await this.#probeWhenIdle();
      if (this.#storeAnswerAgeMs() >= this.#options.limits.storeAnswerAgeMaxMs) return undefined;
      const sentAtMs = clock.monotonicMs();
      faults.hit('before_Heartbeat');
      const rows = await tills.beat(relayId, directoryVersion());
      faults.hit('after_Heartbeat');
      this.#sentAtMs = sentAtMs;
      return rows;
    } catch (error) {
      log.warn({ relayId, reason: reasonOf(error) }, 'a heartbeat did not arrive');
      return undefined;
    }
  }

  async #probeWhenIdle(): Promise<void> {
    if (this.#storeAnswerAgeMs() < this.#options.limits.beatEveryMs) return;
    await this.#options.probe().catch((error: unknown) => {
      this.#options.log.warn({ reason: reasonOf(error) }, 'the event store does not answer');
    });
  }

  #storeAnswerAgeMs(): number {
    return this.#options.clock.monotonicMs() - this.#storeAnsweredAtMs;
  }
}
