import type { Clock } from '@ledgate/domain/ports/clock';
import type { Log } from '@ledgate/domain/ports/log';
import type { CashierLimits } from './limits.ts';

type RefusalOptions = {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly limits: Pick<CashierLimits, 'storeRefusedMaxMs'>;
  readonly log: Log;
};

/** An append that the event store refuses, from its first refusal on. */
export type RefusedAppend = { readonly stream: string; readonly sinceMs: number; reason: string; alarmed: boolean };

/** Appends to tills that the event store refuses although nothing is wrong with them, by the monotonic clock. */
export class StoreRefusals {
  readonly #options: RefusalOptions;
  readonly #appends = new Set<RefusedAppend>();

  constructor(options: RefusalOptions) {
    this.#options = options;
  }

  /** The first refusal of an append; its end is told by `over`. */
  begun(stream: string): RefusedAppend {
    const append = { stream, sinceMs: this.#options.clock.monotonicMs(), reason: '', alarmed: false };
    this.#appends.add(append);
    return append;
  }

  /** It was refused again, for how long, in milliseconds. Raises the alarm, once an append. */
  again(append: RefusedAppend, reason: string): number {
    const { clock, limits, log } = this.#options;
    const ms = clock.monotonicMs() - append.sinceMs;
    append.reason = reason;
    if (ms >= limits.storeRefusedMaxMs && !append.alarmed) {
      append.alarmed = true;
      log.error(
        { alarm: true, stream: append.stream, reason },
        'the event store refuses an append; the same batch is tried again',
      );
    }
    return ms;
  }

  over(append: RefusedAppend | undefined): void {
    if (append !== undefined) this.#appends.delete(append);
  }

  /** For how long, in milliseconds, the append has been refused that has been for longest; 0 while none is. */
  ms(): number {
    let sinceMs = Number.POSITIVE_INFINITY;
    for (const append of this.#appends) sinceMs = Math.min(sinceMs, append.sinceMs);
    return this.#appends.size === 0 ? 0 : this.#options.clock.monotonicMs() - sinceMs;
  }
}
