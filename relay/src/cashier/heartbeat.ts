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
  /** The tills that this process looks after: what it has given up is a worker's. */
  readonly tillIds: () => readonly TillId[];
  /** Asks the event store anything; throws when it does not answer. */
  readonly probe: () => Promise<unknown>;
  readonly clock: Clock;
  readonly limits: Pick<CashierLimits, 'beatEveryMs' | 'beatAgeMaxMs' | 'storeAnswerAgeMaxMs'>;
  readonly faults: Faults;
  readonly log: Log;
};

/** A till that every answer since has named, without a lapse. `vouched`: its stream was read after the first of them and held no fence. */
type Naming = { vouched: boolean };

/** A till whose stream can be read: true when it is fenced, undefined when it could not be read. */
type ReadableTill = { readonly tillId: TillId; readFence(): Promise<boolean | undefined> };

/**
 * Tells the workers that this process lives, as long as the event store answers it; and tells this process whether the workers can still know
 * it (docs/ledger.md#tills). All by the monotonic clock.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #storeAnsweredAtMs = Number.NEGATIVE_INFINITY;
  #named: ReadonlyMap<TillId, Naming> = new Map();
  #beating: Promise<readonly TillId[] | undefined> | undefined;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  /** The last heartbeat that arrived was sent less than `beatAgeMaxMs` ago. */
  alive(): boolean {
    return this.ageMs() < this.#options.limits.beatAgeMaxMs;
  }

  /**
   * A heartbeat is life only for a till that its answer has named, and that was not fenced when it was named first, or first after a lapse: a row
   * can be missing because a worker has ended the till, and come back by this process's own doing; or still stand although it has.
   */
  speaksFor(tillId: TillId): boolean {
    return this.alive() && this.#named.get(tillId)?.vouched === true;
  }

  /** Reads whether a till that the last answer has named is fenced, unless that is known. */
  async vouch(till: ReadableTill): Promise<void> {
    const naming = this.#named.get(till.tillId);
    if (naming === undefined || naming.vouched) return;
    naming.vouched = (await till.readFence()) === false;
  }

  /** Milliseconds since the last heartbeat that arrived was sent. */
  ageMs(): number {
    return this.#options.clock.monotonicMs() - this.#sentAtMs;
  }

  storeAnswered(): void {
    this.#storeAnsweredAtMs = this.#options.clock.monotonicMs();
  }

  /** Answers the tills that were named; undefined when no beat was sent or its arrival is unknown. One at a time. */
  beat(): Promise<readonly TillId[] | undefined> {
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = undefined;
    });
    return this.#beating;
  }

  async #beat(): Promise<readonly TillId[] | undefined> {
    const { tills, relayId, directoryVersion, tillIds, clock, faults, log } = this.#options;
    try {
      await this.#probeWhenIdle();
      if (this.#storeAnswerAgeMs() >= this.#options.limits.storeAnswerAgeMaxMs) return undefined;
      const sentAtMs = clock.monotonicMs();
      faults.hit('before_Heartbeat');
      const rows = await tills.beat(relayId, directoryVersion(), tillIds());
      faults.hit('after_Heartbeat');
      const known = this.alive() ? this.#named : new Map<TillId, Naming>();
      this.#sentAtMs = sentAtMs;
      this.#named = new Map(rows.map((tillId) => [tillId, known.get(tillId) ?? { vouched: false }]));
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
