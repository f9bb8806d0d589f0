import { type AccountChange, changeAccount } from '../../account/account-stream.ts';
import type { AccountCommand } from '../../account/commands.ts';
import type { Account } from '../../account/state.ts';
import type { Refusal } from '../../errors/refusal.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { LeaseId, RequestId, TokenId, UserId } from '../../shared/ids.ts';
import { maximum, quota } from '../../shared/quota.ts';
import { LeaseHolding } from '../../till/holding.ts';
import type { RelayTill } from './relay-till.ts';
import type { Process } from './scheduler.ts';
import type { TokenRow, World } from './world.ts';

export type Lease = {
  readonly holding: LeaseHolding;
  readonly till: RelayTill;
  /** Takes no more requests. */ ending: boolean;
};

/** One account as one relay sees it: its leases, its fold, one change at a time. */
export class RelayAccount {
  readonly accountId: UserId;
  readonly leases = new Set<Lease>();
  readonly #world: World;
  readonly #process: Process;
  readonly #store: EventStore;
  #known: Account | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(world: World, process: Process, store: EventStore, accountId: UserId) {
    this.#world = world;
    this.#process = process;
    this.#store = store;
    this.accountId = accountId;
  }

  run<Value>(job: () => Promise<Value>): Promise<Value> {
    const result = this.#last.then(job);
    this.#last = result.catch(() => undefined);
    return result;
  }

  currentLease(till: RelayTill, tokenId: TokenId | null): Lease | undefined {
    for (const lease of this.leases)
      if (lease.till === till && lease.holding.tokenId === tokenId && !lease.ending) return lease;
    return undefined;
  }

  /** Within `run`: a lease or more of it, and the reservation at once; why not, or 'again' when somebody else was quicker. */
  async obtain(
    till: RelayTill,
    token: TokenRow,
    requestId: RequestId,
    amount: number,
  ): Promise<Lease | Refusal | 'again'> {
    if (till.status !== 'open') return 'again';
    const tokenId = token.limited ? token.tokenId : null;
    const existing = this.currentLease(till, tokenId);
    const want = quota(amount * this.#world.random.whole(1, 5));
    if (existing === undefined) {
      const leaseId = this.#world.nextId('lease') as LeaseId;
      const grant = {
        type: 'GrantLease',
        leaseId,
        tillId: till.tillId,
        need: quota(amount),
        want,
        tokenId,
        tokenVersion: token.limitVersion,
      } as const;
      const change = await this.change(grant);
      if (!change.ok) return change.refusal;
      const holding = new LeaseHolding({
        leaseId,
        tillId: till.tillId,
        accountId: this.accountId,
        tokenId,
        amount: this.#amountOf(change, leaseId),
      });
      const lease = { holding, till, ending: till.isFenced };
      this.leases.add(lease);
      return this.#reserved(lease, token, requestId, amount);
    }
    await this.cover(existing);
    const need = quota(Math.max(0, amount - existing.holding.free));
    const change = await this.change(() => ({ type: 'RaiseLease', report: reportOf(existing.holding), need, want }));
    if (!change.ok) return this.#refused(existing, change.refusal);
    existing.holding.resized(this.#amountOf(change, existing.holding.leaseId));
    return this.#reserved(existing, token, requestId, amount);
  }

  /** The directory may have changed while the account was asked. */
  #reserved(lease: Lease, token: TokenRow, requestId: RequestId, amount: number): Lease | 'again' {
    const rightLease =
      lease.holding.tokenId === (token.limited ? token.tokenId : null) ||
      this.#world.fault === 'lease_not_looked_at_again';
    return rightLease && !lease.ending && lease.holding.reserve(requestId, quota(amount)) ? lease : 'again';
  }

  /** Within `run`. */
  async lowerAll(): Promise<void> {
    for (const lease of this.leases) await this.lower(lease);
  }

  async lower(lease: Lease): Promise<void> {
    const { holding } = lease;
    if (lease.ending) return;
    if (holding.needed > holding.amount) return this.cover(lease);
    const amount = holding.needed;
    holding.beginLowering(amount);
    const change = await this.change(() => ({
      type: 'LowerLease',
      report: reportOf(holding),
      amount: maximum(amount, holding.consumed),
    })).catch((error: unknown) => {
      holding.notResized();
      throw error;
    });
    if (!change.ok) {
      holding.notResized();
      await this.#refused(lease, change.refusal);
      return;
    }
    holding.resized(this.#amountOf(change, holding.leaseId));
    return this.cover(lease);
  }

  /** A charge above its reservation: the lease is raised to what was consumed and reserved. */
  async cover(lease: Lease): Promise<void> {
    const { holding } = lease;
    if (lease.ending || holding.needed <= holding.amount) return;
    const change = await this.change(() => ({ type: 'CoverLease', report: reportOf(holding), amount: holding.needed }));
    if (change.ok) holding.resized(this.#amountOf(change, holding.leaseId));
    else await this.#refused(lease, change.refusal);
  }

  /** Within `run`. Only without reservations and charges on their way. */
  async settle(lease: Lease): Promise<void> {
    const { holding } = lease;
    if (
      lease.ending ||
      lease.till.status === 'fenced' ||
      (!holding.idle && this.#world.fault !== 'settled_with_charge_in_flight')
    )
      return;
    lease.ending = true;
    const change = await this.change({ type: 'SettleLease', report: reportOf(holding) }).catch((error: unknown) => {
      lease.ending = false;
      throw error;
    });
    if (change.ok) this.leases.delete(lease);
  }

  /** A fenced till's leases belong to its worker. */
  drop(till: RelayTill): void {
    for (const lease of this.leases) {
      if (lease.till !== till) continue;
      lease.ending = true;
      this.leases.delete(lease);
    }
  }

  /** Throws StoreUnavailable only when nothing was written: appends are retried. */
  async change(command: AccountCommand | (() => AccountCommand)): Promise<AccountChange> {
    const change = await changeAccount(
      this.#store,
      this.accountId,
      command,
      this.#world.context(this.#process.name),
      this.#known,
    );
    this.#known = change.account;
    return change;
  }

  #amountOf({ account }: AccountChange, leaseId: LeaseId): LeaseHolding['amount'] {
    const amount = account.status === 'missing' ? undefined : account.leases.get(leaseId)?.amount;
    if (amount === undefined) throw new Error(`lease ${leaseId} is not open after its own change`);
    return amount;
  }

  async #refused(lease: Lease, refusal: Refusal): Promise<Refusal | 'again'> {
    if (refusal.code !== 'lease_unknown') return refusal;
    await lease.till.lookForFence();
    if (lease.till.status !== 'fenced') throw new Error(`lease ${lease.holding.leaseId} was ended by somebody else`);
    this.drop(lease.till);
    return 'again';
  }
}

const reportOf = ({
  leaseId,
  consumed,
  byToken,
}: LeaseHolding): { leaseId: LeaseId; consumed: LeaseHolding['consumed']; byToken: LeaseHolding['byToken'] } => ({
  leaseId,
  consumed,
  byToken,
});
