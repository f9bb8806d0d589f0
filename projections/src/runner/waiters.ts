import type { Position } from '@ledgate/domain/ports/event-store';
import { WAITERS_MAX } from '../limits.ts';

/** Who waits for a position to be passed. */
export class Waiters {
  #position: Position;
  readonly #waiting = new Set<{ readonly position: Position; readonly end: (reached: boolean) => void }>();

  constructor(position: Position) {
    this.#position = position;
  }

  get position(): Position {
    return this.#position;
  }

  moveTo(position: Position): void {
    this.#position = position;
    for (const waiter of this.#waiting) if (waiter.position <= position) waiter.end(true);
  }

  async waitFor(position: Position, timeoutMs: number): Promise<boolean> {
    if (position <= this.#position) return true;
    if (timeoutMs <= 0 || this.#waiting.size >= WAITERS_MAX) return false;
    return new Promise((resolve) => {
      const waiter = {
        position,
        end: (reached: boolean): void => {
          clearTimeout(timer);
          this.#waiting.delete(waiter);
          resolve(reached);
        },
      };
      const timer = setTimeout(() => waiter.end(false), timeoutMs);
      this.#waiting.add(waiter);
    });
  }

  /** Everybody has waited in vain. */
  endAll(): void {
    for (const waiter of this.#waiting) waiter.end(false);
  }
}
