import { quota, type Quota } from '@ledgate/domain/shared/quota';

/** The first request of an account leases for this many like it. */
const FIRST_REQUESTS = 8;
/** A lease is to last for this many times the recent use. */
const TIMES_RECENT_USE = 2;

/**
 * How much a lease should ask for: by what was used in the last window or two and what is reserved now, so that the size doubles with each
 * raise while use grows and an account at full load is raised every few seconds only (docs/ledger.md#leases).
 */
export class LeaseSize {
  readonly #windowMs: number;
  #windowBeganMs: number;
  #used = 0;
  #usedBefore = 0;

  constructor(windowMs: number, nowMs: number) {
    this.#windowMs = windowMs;
    this.#windowBeganMs = nowMs;
  }

  used(amount: Quota, nowMs: number): void {
    if (nowMs - this.#windowBeganMs >= this.#windowMs) this.#roll(nowMs);
    this.#used += amount;
  }

  /** At least `need`. */
  wanted(need: Quota, reserved: Quota, nowMs: number): Quota {
    if (nowMs - this.#windowBeganMs >= this.#windowMs) this.#roll(nowMs);
    const recent = this.#used + this.#usedBefore + reserved;
    return quota(
      Math.min(need + Math.max((FIRST_REQUESTS - 1) * need, TIMES_RECENT_USE * recent), Number.MAX_SAFE_INTEGER),
    );
  }

  #roll(nowMs: number): void {
    this.#usedBefore = nowMs - this.#windowBeganMs < 2 * this.#windowMs ? this.#used : 0;
    this.#used = 0;
    this.#windowBeganMs = nowMs;
  }
}
