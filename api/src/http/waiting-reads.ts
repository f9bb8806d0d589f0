import type { Position } from '@ledgate/domain/ports/event-store';
import { partitionOfStream, partitionText, type Written } from '@ledgate/projections/runner/partition';
import type { Progress } from '@ledgate/projections/runner/progress';
import { READ_WAIT_MS, TIMED_OUT_SESSIONS_MAX } from '../limits.ts';

/**
 * A read waits until the read models have passed what its session wrote, in each partition that it wrote to, so that a person sees what he just
 * did. After one time-out it does not wait again until that partition has moved (design section 5).
 */
export class WaitingReads {
  readonly #readModels: Progress;
  /** By session: where the partitions stood, by their texts, that its last wait was in vain for. Oldest first. */
  readonly #timedOutAt = new Map<string, ReadonlyMap<string, Position>>();

  constructor(readModels: Progress) {
    this.#readModels = readModels;
  }

  /** What a call has appended to a stream, as a session keeps it. */
  written(stream: string, position: Position): Written {
    return { ...partitionOfStream(stream, this.#readModels.partitions()), position };
  }

  /** Answers whether the read models have what the session wrote. */
  async caughtUp(sessionKey: string, written: readonly Written[]): Promise<boolean> {
    const missing = written.filter((place) => this.#readModels.position(place) < place.position);
    const stoodAt = this.#timedOutAt.get(sessionKey);
    for (const place of missing) if (await this.#standsStill(place, stoodAt?.get(partitionText(place)))) return false;
    this.#timedOutAt.delete(sessionKey);
    const reached = await Promise.all(
      missing.map((place) => this.#readModels.waitFor(place.position, READ_WAIT_MS, place)),
    );
    const inVain = missing.filter((_place, index) => reached[index] === false);
    if (inVain.length > 0) this.#remember(sessionKey, inVain);
    return inVain.length === 0;
  }

  /** @param at where it stood when somebody waited for it in vain */
  async #standsStill(place: Written, at: Position | undefined): Promise<boolean> {
    if (at === undefined || at !== this.#readModels.position(place)) return false;
    return !(await this.#readModels.waitFor(place.position, 0, place)) && at === this.#readModels.position(place);
  }

  #remember(sessionKey: string, inVain: readonly Written[]): void {
    if (this.#timedOutAt.size >= TIMED_OUT_SESSIONS_MAX) {
      const [oldest] = this.#timedOutAt.keys();
      if (oldest !== undefined) this.#timedOutAt.delete(oldest);
    }
    this.#timedOutAt.set(
      sessionKey,
      new Map(inVain.map((place) => [partitionText(place), this.#readModels.position(place)])),
    );
  }
}
