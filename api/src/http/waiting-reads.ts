import { type Position, START } from '@ledgate/domain/ports/event-store';
import type { Progress } from '@ledgate/projections/runner/progress';
import { READ_WAIT_MS, TIMED_OUT_SESSIONS_MAX } from '../limits.ts';

/**
 * A read waits until the read models have passed what its session wrote, so that a person sees what he just did. After one time-out it does
 * not wait again until the read models have moved (design section 5).
 */
export class WaitingReads {
  readonly #readModels: Progress;
  /** By session: where the read models stood when its wait timed out. Oldest first. */
  readonly #timedOutAt = new Map<string, Position>();

  constructor(readModels: Progress) {
    this.#readModels = readModels;
  }

  /** Answers whether the read models have what the session wrote. */
  async caughtUp(sessionKey: string, written: Position): Promise<boolean> {
    if (written === START) return true;
    const stoodAt = this.#timedOutAt.get(sessionKey);
    if (stoodAt !== undefined) {
      const standsAt = this.#readModels.position();
      if (standsAt >= written) {
        this.#timedOutAt.delete(sessionKey);
        return true;
      }
      if (standsAt === stoodAt) return false;
      this.#timedOutAt.delete(sessionKey);
    }
    if (await this.#readModels.waitFor(written, READ_WAIT_MS)) return true;
    this.#remember(sessionKey, this.#readModels.position());
    return false;
  }

  #remember(sessionKey: string, position: Position): void {
    if (this.#timedOutAt.size >= TIMED_OUT_SESSIONS_MAX) {
      const [oldest] = this.#timedOutAt.keys();
      if (oldest !== undefined) this.#timedOutAt.delete(oldest);
    }
    this.#timedOutAt.set(sessionKey, position);
  }
}
