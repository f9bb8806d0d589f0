import type { Revision } from '@ledgate/domain/ports/event-store';
import type { LeaseId, RequestId, TillId } from '@ledgate/domain/shared/ids';
import type { Quota } from '@ledgate/domain/shared/quota';
import type { Refusal } from '@ledgate/domain/errors/refusal';
import type { Charge } from '@ledgate/domain/till/charge';
import type {
  Cashier,
  EndOfRequest,
  FailedRequest,
  Recorded,
  Reservation,
  ReservationRequest,
  Reserved,
  Started,
} from '../cashier/cashier.ts';

export const FAKE_TILL = 'till' as TillId;

/** A till in memory that holds everyone to the port's rules: a reservation ends exactly once. */
export class FakeCashier implements Cashier {
  readonly requests: ReservationRequest[] = [];
  readonly charges: Omit<Charge, 'leaseId'>[] = [];
  readonly failures: FailedRequest[] = [];
  readonly renewals: Quota[] = [];
  /** Descriptions of requests that an upstream has begun to work for. */
  readonly started: (() => Started)[] = [];
  readonly faults: string[] = [];
  /** How requests of other relays ended. */
  readonly ends = new Map<RequestId, EndOfRequest>();
  open = 0;
  balance: Quota | undefined;
  refusal: Refusal | undefined;
  /** Thrown by `reserve` and by `record`. */
  reserveError: Error | undefined;
  recordError: Error | undefined;
  /** What `reserve` and `record` wait for. */
  reserving: () => Promise<void> = () => Promise.resolve();
  recording: () => Promise<void> = () => Promise.resolve();

  async reserve(request: ReservationRequest): Promise<Reserved> {
    this.requests.push(request);
    await this.reserving();
    if (this.reserveError !== undefined) throw this.reserveError;
    if (this.refusal !== undefined) return { ok: false, refusal: this.refusal };
    this.open += 1;
    return { ok: true, reservation: new FakeReservation(this, request.amount) };
  }

  async recall(): Promise<void> {}

  async endOf({ requestId }: { readonly requestId: RequestId }): Promise<EndOfRequest> {
    return this.ends.get(requestId) ?? { end: undefined, closedAtMs: undefined };
  }

  async close(): Promise<void> {}
}

class FakeReservation implements Reservation {
  readonly leaseId = 'lease' as LeaseId;
  readonly tillId = FAKE_TILL;
  amount: Quota;
  readonly #cashier: FakeCashier;
  #ends = 0;

  constructor(cashier: FakeCashier, amount: Quota) {
    this.#cashier = cashier;
    this.amount = amount;
  }

  async renew(amount: Quota): Promise<{ ok: true } | { ok: false; refusal: Refusal }> {
    this.#cashier.renewals.push(amount);
    if (this.#cashier.refusal !== undefined) return { ok: false, refusal: this.#cashier.refusal };
    this.amount = amount;
    return { ok: true };
  }

  begin(describe: () => Started): void {
    this.#cashier.started.push(describe);
  }

  async record(charge: Omit<Charge, 'leaseId'>): Promise<Recorded | undefined> {
    this.#end();
    await this.#cashier.recording();
    if (this.#cashier.recordError !== undefined) throw this.#cashier.recordError;
    this.#cashier.charges.push(charge);
    return { stream: 'till-fake', revision: this.#cashier.charges.length as Revision };
  }

  balanceAtMost(): Quota | undefined {
    return this.#cashier.balance;
  }

  async fail(failure: FailedRequest): Promise<void> {
    this.#end();
    this.#cashier.failures.push(failure);
  }

  #end(): void {
    this.#ends += 1;
    if (this.#ends > 1) this.#cashier.faults.push('a reservation has ended twice');
    else this.#cashier.open -= 1;
  }
}
