import type { LeaseId, RequestId, TillId, TokenId, UserId } from '../shared/ids.ts';
import { maximum, quota, subtract, ZERO, type Quota } from '../shared/quota.ts';
import type { ByToken } from '../shared/schemas.ts';

/**
 * A relay's side of one lease: what it may reserve. Reservations live in memory only; the lease on the account and the records in the till are
 * what survives. One rule keeps the balance from being oversold: consumed + reserved never exceeds the smaller of what the account has
 * acknowledged and what a lowering under way would leave (docs/ledger.md#leases).
 */
export class LeaseHolding {
  readonly leaseId: LeaseId;
  readonly tillId: TillId;
  readonly accountId: UserId;
  /** null: shared by all tokens without a limit. */
  readonly tokenId: TokenId | null;
  /** The amount the account has acknowledged. */
  #amount: Quota;
  /** While a lowering is under way, what it would leave. */
  #lowering: Quota | undefined;
  #consumed: Quota = ZERO;
  #byToken: Record<string, Quota> = {};
  #reserved: Quota = ZERO;
  readonly #reservations = new Map<RequestId, Quota>();

  constructor(lease: { leaseId: LeaseId; tillId: TillId; accountId: UserId; tokenId: TokenId | null; amount: Quota }) {
    this.leaseId = lease.leaseId;
    this.tillId = lease.tillId;
    this.accountId = lease.accountId;
    this.tokenId = lease.tokenId;
    this.#amount = lease.amount;
  }

  get amount(): Quota {
    return this.#amount;
  }

  /** Acknowledged by the till. */
  get consumed(): Quota {
    return this.#consumed;
  }

  get byToken(): ByToken {
    return { ...this.#byToken };
  }

  get reserved(): Quota {
    return this.#reserved;
  }

  /** Neither reserved nor with a charge that the till has not acknowledged: may be settled. */
  get idle(): boolean {
    return this.#reservations.size === 0;
  }

  /** What the lease must cover at least. */
  get needed(): Quota {
    return quota(this.#consumed + this.#reserved);
  }

  /** What may still be reserved. */
  get free(): Quota {
    const bound = this.#lowering === undefined ? this.#amount : Math.min(this.#lowering, this.#amount);
    return maximum(quota(bound - this.needed), ZERO);
  }

  /** Reserves for a request that has no reservation here. Answers false, and changes nothing, when the lease has not that much free. */
  reserve(requestId: RequestId, amount: Quota): boolean {
    if (this.#reservations.has(requestId)) throw new Error(`request ${requestId} has a reservation`);
    if (amount > this.free) return false;
    this.#set(requestId, amount);
    return true;
  }

  /** Replaces a reservation, as before an attempt on another model. Answers false, and changes nothing, when there is not that much free. */
  renew(requestId: RequestId, amount: Quota): boolean {
    const before = this.reservationOf(requestId);
    if (amount - before > this.free) return false;
    this.#set(requestId, amount);
    return true;
  }

  /**
   * The request's charge is known. Until `recorded` it stays reserved at the charge or the reservation, whichever is larger, so that nothing
   * else is reserved from it. The lease must be covered (CoverLease) when `needed` then exceeds `amount`.
   */
  charge(requestId: RequestId, amount: Quota): void {
    this.#set(requestId, maximum(this.reservationOf(requestId), amount));
  }

  /** The till has acknowledged the request's charge. */
  recorded(requestId: RequestId, tokenId: TokenId, amount: Quota): void {
    this.release(requestId);
    this.#consumed = quota(this.#consumed + amount);
    const key = String(tokenId);
    this.#byToken[key] = quota((this.#byToken[key] ?? 0) + amount);
  }

  /** The request ended without a charge. */
  release(requestId: RequestId): void {
    this.#reserved = subtract(this.#reserved, this.reservationOf(requestId));
    this.#reservations.delete(requestId);
  }

  /** Before LeaseResized to a lower amount is sent: from now on only `amount` counts, whatever becomes of the append. */
  beginLowering(amount: Quota): void {
    if (amount < this.needed) throw new Error(`lease ${this.leaseId} needs ${this.needed}, not ${amount}`);
    this.#lowering = amount;
  }

  /** The outcome is known: the lease has this amount now. */
  resized(amount: Quota): void {
    this.#amount = amount;
    this.#lowering = undefined;
  }

  /** The outcome is known: nothing was written. */
  notResized(): void {
    this.#lowering = undefined;
  }

  reservationOf(requestId: RequestId): Quota {
    const amount = this.#reservations.get(requestId);
    if (amount === undefined) throw new Error(`request ${requestId} has no reservation under lease ${this.leaseId}`);
    return amount;
  }

  #set(requestId: RequestId, amount: Quota): void {
    this.#reserved = quota(this.#reserved - (this.#reservations.get(requestId) ?? 0) + amount);
    this.#reservations.set(requestId, amount);
  }
}
