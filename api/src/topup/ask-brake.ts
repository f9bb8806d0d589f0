import { LRUCache } from 'lru-cache';
import { PAYMENT_ASKERS_MAX, PAYMENT_ASKS_MAX, PAYMENT_ASKS_MS } from '../limits.ts';

/** How often one person may have the payment provider asked, in a process: what is asked costs the operator's standing there. */
export class AskBrake {
  readonly #nowMs: () => number;
  readonly #asks = new LRUCache<number, { readonly sinceMs: number; count: number }>({ max: PAYMENT_ASKERS_MAX });

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Counts this one, where it is let through: answers 0, else in how many milliseconds it would be. */
  waitMs(userId: number): number {
    const nowMs = this.#nowMs();
    const asks = this.#asks.get(userId);
    if (asks === undefined || nowMs - asks.sinceMs >= PAYMENT_ASKS_MS) {
      this.#asks.set(userId, { sinceMs: nowMs, count: 1 });
      return 0;
    }
    if (asks.count >= PAYMENT_ASKS_MAX) return asks.sinceMs + PAYMENT_ASKS_MS - nowMs;
    asks.count += 1;
    return 0;
  }
}
