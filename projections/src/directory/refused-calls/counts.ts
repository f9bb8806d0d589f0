import type { RefusedFor } from '@ledgate/domain/catalogue/refused-calls';
import { REFUSED_CALLS_KEPT_MAX, REFUSED_CALLS_OF_USER_MAX } from '../limits.ts';

const HOUR_S = 3_600;
/** In place of an id where nobody is known, or too many are. */
const NOBODY = 0;

export const hourOf = (atS: number): number => Math.floor(atS / HOUR_S) * HOUR_S;

/** Refused calls of one hour for one reason. `hour`: Unix seconds of its beginning. */
export type Counted = {
  readonly hour: number;
  readonly userId: number;
  readonly tokenId: number;
  readonly reason: RefusedFor;
  count: number;
};

/**
 * What one relay has refused, by key, hour and reason: whole numbers that only grow, so that writing one twice changes nothing. A user who is refused
 * for many keys is counted under no key, and beyond what is kept everybody is counted under nobody: no call is lost to a limit.
 */
export class Counts {
  readonly #kept = new Map<string, Counted>();
  readonly #changed = new Set<Counted>();
  /** Counts of each user in the hour under way. */
  readonly #ofUser = new Map<number, number>();
  #hour = 0;

  get size(): number {
    return this.#kept.size;
  }

  add(userId: number, tokenId: number, reason: RefusedFor, atMs: number): void {
    const hour = hourOf(atMs / 1_000);
    if (hour > this.#hour) this.#begin(hour);
    // By a clock that went back: an hour that is over and written is not begun anew.
    const counted =
      this.#kept.get(nameOf(hour, userId, tokenId, reason)) ?? this.#found(this.#hour, userId, tokenId, reason);
    counted.count += 1;
    this.#changed.add(counted);
  }

  /** At most so many that have changed since they were taken last; `putBack` what could not be written. */
  take(max: number): readonly Counted[] {
    const taken = [...this.#changed].slice(0, max);
    for (const counted of taken) this.#changed.delete(counted);
    return taken;
  }

  putBack(taken: readonly Counted[]): void {
    for (const counted of taken) this.#changed.add(counted);
  }

  /** Of hours that are over only what is not written stays. */
  #begin(hour: number): void {
    this.#hour = hour;
    this.#ofUser.clear();
    for (const [name, counted] of this.#kept) if (!this.#changed.has(counted)) this.#kept.delete(name);
  }

  #added(hour: number, userId: number, tokenId: number, reason: RefusedFor): Counted {
    if (this.#kept.size >= REFUSED_CALLS_KEPT_MAX && userId !== NOBODY)
      return this.#found(hour, NOBODY, NOBODY, reason);
    const ofUser = this.#ofUser.get(userId) ?? 0;
    if (ofUser >= REFUSED_CALLS_OF_USER_MAX && tokenId !== NOBODY) return this.#found(hour, userId, NOBODY, reason);
    this.#ofUser.set(userId, ofUser + 1);
    const counted: Counted = { hour, userId, tokenId, reason, count: 0 };
    this.#kept.set(nameOf(hour, userId, tokenId, reason), counted);
    return counted;
  }

  #found(hour: number, userId: number, tokenId: number, reason: RefusedFor): Counted {
    return this.#kept.get(nameOf(hour, userId, tokenId, reason)) ?? this.#added(hour, userId, tokenId, reason);
  }
}

const nameOf = (hour: number, userId: number, tokenId: number, reason: RefusedFor): string =>
  `${hour} ${userId} ${tokenId} ${reason}`;
