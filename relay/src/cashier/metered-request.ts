import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { RequestId, TokenId } from '@ledgate/domain/shared/ids';
import { maximum, subtract, ZERO, type Quota } from '@ledgate/domain/shared/quota';
import type { Charge } from '@ledgate/domain/till/charge';
import type { LeaseHolding } from '@ledgate/domain/till/holding';
import type { FailedRequest, Recorded, Reservation, ReservationRequest, Started } from './cashier.ts';
import type { AccountPart, LeasePart, RequestPart } from './parts.ts';

type Renewed = Awaited<ReturnType<Reservation['renew']>>;

/** A request with its reservation, from here to its end under one lease and one till. */
export class MeteredRequest implements Reservation, RequestPart {
  readonly requestId: RequestId;
  readonly tokenId: TokenId;
  readonly lease: LeasePart;
  beganMs = 0;
  started: Started | undefined;
  starts = 0;
  startedIsOld = false;
  readonly #limitVersion: number;
  #amount: Quota;
  #describe: (() => Started) | undefined;
  #ended = false;

  constructor(lease: LeasePart, { requestId, tokenId, limitVersion, amount }: ReservationRequest) {
    this.requestId = requestId;
    this.tokenId = tokenId;
    this.lease = lease;
    this.#limitVersion = limitVersion;
    this.#amount = amount;
  }

  get account(): AccountPart {
    return this.lease.account;
  }

  get leaseId(): Reservation['leaseId'] {
    return this.lease.leaseId;
  }

  get tillId(): Reservation['tillId'] {
    return this.lease.till.tillId;
  }

  get amount(): Quota {
    return this.#amount;
  }

  renew(amount: Quota): Promise<Renewed> {
    this.#expectRunning();
    const { holding, queue, till } = this.lease;
    const belongsElsewhere = (): boolean => amount > this.#amount && this.#sharesButIsLimited();
    const attempt = (from: LeaseHolding): boolean => !belongsElsewhere() && from.renew(this.requestId, amount);
    if (amount > this.#amount && !till.alive)
      return Promise.reject(new StoreUnavailable('this process cannot prove that it is alive'));
    if (holding === undefined || attempt(holding)) {
      this.#renewedTo(amount);
      return Promise.resolve({ ok: true });
    }
    return new Promise((resolve, reject) => {
      queue.join({
        needed: maximum(subtract(amount, this.#amount), ZERO),
        limitVersion: this.#limitVersion,
        sinceMs: this.lease.till.nowMs(),
        belongsElsewhere,
        attempt,
        served: () => {
          this.#renewedTo(amount);
          resolve({ ok: true });
        },
        moved: () => resolve({ ok: false, refusal: { code: 'token_limit_pending' } }),
        refused: (refusal) => resolve({ ok: false, refusal }),
        rejected: reject,
      });
    });
  }

  begin(describe: () => Started): void {
    this.#expectRunning();
    this.#describe = describe;
    this.lease.till.begun(this);
  }

  describe(): Started | undefined {
    return this.#describe?.();
  }

  record(charge: Omit<Charge, 'leaseId'>): Promise<Recorded | undefined> {
    this.#end();
    return this.lease.till.end(this, { charge: { ...charge, leaseId: this.leaseId } });
  }

  fail(failure: FailedRequest): Promise<void> {
    this.#end();
    return this.lease.till.end(this, { failure }).then(() => undefined);
  }

  balanceAtMost(): Quota | undefined {
    return this.account.balanceAtMost();
  }

  #renewedTo(amount: Quota): void {
    this.#amount = amount;
    this.startedIsOld = this.started !== undefined;
  }

  /** Its token has got a limit since: what it holds of a shared lease it may spend, but it gets no more of it. */
  #sharesButIsLimited(): boolean {
    const { account, tokenId } = this.lease;
    return (
      tokenId === null && account.limitOf(this.tokenId, { limited: false, limitVersion: this.#limitVersion }).limited
    );
  }

  #end(): void {
    this.#expectRunning();
    this.#ended = true;
  }

  #expectRunning(): void {
    if (this.#ended) throw new Error(`request ${this.requestId} has ended already`);
  }
}
