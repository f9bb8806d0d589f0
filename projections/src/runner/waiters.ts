import type { Position } from '@ledgate/domain/ports/event-store';
import { WAITERS_MAX } from '../limits.ts';

/** Who waits for a position to be passed. */
export class Waiters {
  #position: Position;
  /** Called when somebody begins to wait. */
  #onSomeone: (() => void) | undefined;
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
      this.#onSomeone?.();
    });
  }

  /** Ends as soon as somebody waits; after `timeoutMs`, or when the signal aborts, if nobody does. One call at a time. */
  async someone(timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (this.#waiting.size > 0 || signal.aborted || timeoutMs <= 0) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#onSomeone = undefined;
        resolve();
      };
      const timer = setTimeout(end, timeoutMs);
      this.#onSomeone = end;
      signal.addEventListener('abort', end, { once: true });
    });
  }

  /** Everybody has waited in vain. */
  endAll(): void {
    for (const waiter of this.#waiting) waiter.end(false);
  }
}
