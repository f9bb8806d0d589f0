import { accountStream } from '@ledgate/domain/account/events';
import type { LeaseId, RequestId, TillId, UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import type { ByToken } from '@ledgate/domain/shared/schemas';
import { exampleCharge, exampleStart } from '@ledgate/domain/testing/example-charge';
import type { Charge } from '@ledgate/domain/till/charge';
import { tillStream } from '@ledgate/domain/till/events';
import { addToToken } from '@ledgate/domain/till/evolve';
import type { LedgerWriter } from './ledger-writer.ts';

/** A till with a lease for each account that it serves, as a relay would keep it; for tests. */
export class TillWriter {
  readonly tillId: TillId;
  readonly #writer: LedgerWriter;
  readonly #leases = new Map<UserId, { readonly leaseId: LeaseId; consumed: Quota; byToken: ByToken }>();
  #charges = 0;
  #amount = 0;

  constructor(writer: LedgerWriter, tillId: string) {
    this.#writer = writer;
    this.tillId = tillId as TillId;
  }

  async open(atMs: number): Promise<void> {
    await this.#writer.append(tillStream(this.tillId), atMs, {
      type: 'TillOpened',
      data: { tillId: this.tillId, relayId: 'relay-1', openedAtMs: atMs },
    });
  }

  async lease(accountId: UserId, amount: number, atMs: number): Promise<LeaseId> {
    const leaseId = `${this.tillId}-${accountId}` as LeaseId;
    await this.#writer.append(accountStream(accountId), atMs, {
      type: 'LeaseGranted',
      data: { leaseId, tillId: this.tillId, tokenId: null, amount: quota(amount) },
    });
    this.#leases.set(accountId, { leaseId, consumed: quota(0), byToken: {} });
    return leaseId;
  }

  /** A charge under the account's lease, as it would be recorded. */
  chargeOf(accountId: UserId, changes: Partial<Charge>): Charge {
    const leaseId = this.#leaseOf(accountId).leaseId;
    return exampleCharge({ accountId, leaseId, ...changes });
  }

  async record(charge: Charge, atMs: number, interrupted = false): Promise<void> {
    await this.#writer.append(tillStream(this.tillId), atMs, {
      type: 'ConsumptionRecorded',
      data: { ...charge, interrupted },
    });
    const lease = this.#leaseOf(charge.accountId);
    lease.consumed = quota(lease.consumed + charge.amount);
    lease.byToken = addToToken(lease.byToken, charge.tokenId, charge.amount);
    this.#charges += charge.amount > 0 ? 1 : 0;
    this.#amount += charge.amount;
  }

  async start(accountId: UserId, requestId: string, atMs: number): Promise<void> {
    const started = exampleStart({
      accountId,
      leaseId: this.#leaseOf(accountId).leaseId,
      requestId: requestId as RequestId,
    });
    await this.#writer.append(tillStream(this.tillId), atMs, { type: 'ConsumptionStarted', data: started });
  }

  async fence(atMs: number): Promise<void> {
    await this.#writer.append(tillStream(this.tillId), atMs, {
      type: 'TillFenced',
      data: { by: 'worker-1', reason: 'silent' },
    });
  }

  async close(atMs: number): Promise<void> {
    await this.#writer.append(tillStream(this.tillId), atMs, {
      type: 'TillClosed',
      data: { charges: this.#charges, amount: quota(this.#amount) },
    });
  }

  async resize(accountId: UserId, amount: number, atMs: number): Promise<void> {
    const { leaseId, consumed, byToken } = this.#leaseOf(accountId);
    await this.#writer.append(accountStream(accountId), atMs, {
      type: 'LeaseResized',
      data: { leaseId, amount: quota(amount), consumed, byToken },
    });
  }

  async settle(accountId: UserId, atMs: number): Promise<void> {
    const { leaseId, consumed, byToken } = this.#leaseOf(accountId);
    await this.#writer.append(accountStream(accountId), atMs, {
      type: 'LeaseSettled',
      data: { leaseId, consumed, byToken },
    });
  }

  #leaseOf(accountId: UserId) {
    const lease = this.#leases.get(accountId);
    if (lease === undefined) throw new Error(`account ${accountId} has no lease of till ${this.tillId}`);
    return lease;
  }
}
