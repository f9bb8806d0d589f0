import type { TillId } from '@ledgate/domain/shared/ids';
import type { SettlerLimits } from './limits.ts';

/** A till that is not closed, with the beat of its row, or without a row. */
export type WatchedTill = { readonly tillId: TillId; readonly beat: number | 'missing' };

export type Look = { readonly beganMs: number; readonly readMs: number };

/**
 * Which tills have a dead relay: those whose heartbeat this process has itself seen unchanged for `deadAfterMs` of its own monotonic clock, look
 * after look. No timestamps are compared; whoever looks only looks while Postgres and the store answer (docs/ledger.md#fences).
 */
export class DeathWatch {
  readonly #limits: Pick<SettlerLimits, 'deadAfterMs' | 'lookGapMaxMs'>;
  #seen = new Map<TillId, { readonly beat: WatchedTill['beat']; readonly sinceMs: number }>();
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(limits: Pick<SettlerLimits, 'deadAfterMs' | 'lookGapMaxMs'>) {
    this.#limits = limits;
  }

  /** Something did not answer: what was seen until now proves nothing. */
  reset(): void {
    this.#seen = new Map();
  }

  /**
   * `beganMs`, `readMs`: monotonic, when the look began and when it had read. A beat that is new may have been sent just before `readMs`; one that
   * is not has stood until `beganMs` at least. Answers the tills that are dead.
   */
  look(tills: readonly WatchedTill[], { beganMs, readMs }: Look): readonly TillId[] {
    if (beganMs - this.#lookedAtMs > this.#limits.lookGapMaxMs) this.reset();
    this.#lookedAtMs = beganMs;
    const before = this.#seen;
    this.#seen = new Map(
      tills.map(({ tillId, beat }) => {
        const seen = before.get(tillId);
        return [tillId, seen !== undefined && seen.beat === beat ? seen : { beat, sinceMs: readMs }];
      }),
    );
    return [...this.#seen]
      .filter(([, { sinceMs }]) => beganMs - sinceMs >= this.#limits.deadAfterMs)
      .map(([tillId]) => tillId);
  }
}
