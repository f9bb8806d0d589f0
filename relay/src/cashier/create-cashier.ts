import { randomUUID } from 'node:crypto';
import type { Clock } from '@ledgate/domain/ports/clock';
import { type EventStore, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { LeaseRecalls } from '@ledgate/domain/ports/lease-recalls';
import type { TillRegistry } from '@ledgate/domain/ports/till-registry';
import type { TillId, UserId } from '@ledgate/domain/shared/ids';
import { AccountDesk } from './account-desk.ts';
import type { Cashier, ReservationRequest, Reserved } from './cashier.ts';
import { type Faults, NO_FAULTS, withFaultPoints } from './fault-points.ts';
import { Heartbeat } from './heartbeat.ts';
import { insistent } from './insistent-store.ts';
import type { LeaseQueue } from './lease-queue.ts';
import { Lease } from './lease.ts';
import { CASHIER_LIMITS, type CashierLimits } from './limits.ts';
import { type CashierLog, reasonOf, SILENT } from './log.ts';
import { MeteredRequest } from './metered-request.ts';
import type { Shop } from './shop.ts';
import { TillOpening } from './till-opening.ts';
import type { Till } from './till.ts';
import { processTimers, type Timers } from './timers.ts';

export type CashierOptions = {
  readonly store: EventStore;
  readonly tills: TillRegistry;
  readonly recalls: LeaseRecalls;
  readonly clock: Clock;
  /** Of this process; a process that starts anew has a new one. */
  readonly relayId: string;
  /** The directory version that this relay has taken in; its heartbeats acknowledge it. */
  readonly directoryVersion: () => number;
  readonly limits?: Partial<CashierLimits>;
  readonly timers?: Timers;
  readonly faults?: Faults;
  readonly log?: CashierLog;
};

/** Opens the first till. Throws what the registry throws when it cannot be reached. */
export async function createCashier(options: CashierOptions): Promise<Cashier> {
  const cashier = new RelayCashier(options);
  await cashier.open();
  return cashier;
}

class RelayCashier implements Cashier, Shop {
  readonly store: EventStore;
  readonly recalls: LeaseRecalls;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly limits: CashierLimits;
  readonly faults: Faults;
  readonly log: CashierLog;
  readonly actor: string;
  readonly queues = new Set<LeaseQueue>();
  waiting = 0;
  readonly #relayId: string;
  readonly #registry: TillRegistry;
  readonly #heartbeat: Heartbeat;
  readonly #instance = randomUUID();
  readonly #accounts = new Map<UserId, AccountDesk>();
  readonly #tills = new Set<Till>();
  readonly #removals = new Set<Promise<void>>();
  #current: Till | undefined;
  #opening: TillOpening | undefined;
  #openingNow: Promise<void> | undefined;
  #settling = 0;
  #commands = 0;
  #closing = false;
  #stopped = false;
  #stops: readonly (() => void)[] = [];

  constructor({ store, tills, recalls, clock, relayId, directoryVersion, limits, timers, faults, log }: CashierOptions) {
    this.recalls = recalls;
    this.clock = clock;
    this.limits = { ...CASHIER_LIMITS, ...limits };
    this.timers = timers ?? processTimers;
    this.faults = faults ?? NO_FAULTS;
    this.log = log ?? SILENT;
    this.actor = `relay-${relayId}`;
    this.#relayId = relayId;
    this.#registry = tills;
    this.store = insistent(withFaultPoints(store, this.faults), {
      timers: this.timers, limits: this.limits, log: this.log, answered: () => this.#heartbeat.storeAnswered(), stopped: () => this.#stopped,
    });
    this.#heartbeat = new Heartbeat({
      tills, relayId, directoryVersion, clock, limits: this.limits, faults: this.faults, log: this.log, probe: () => this.store.head(),
    });
  }

  async open(): Promise<void> {
    await this.#openTill();
    this.#stops = [
      this.recalls.onRecall((accountId) => this.recall(accountId)),
      this.timers.every(this.limits.beatEveryMs, () => void this.#beat()),
      this.timers.every(this.limits.sweepEveryMs, () => this.#sweep()),
    ];
  }

  async reserve(request: ReservationRequest): Promise<Reserved> {
    const till = this.#current;
    if (this.#closing) throw new StoreUnavailable('this process takes no more requests');
    if (till === undefined || !this.#heartbeat.alive()) throw new StoreUnavailable('this process cannot prove that it is alive');
    if (till.running >= this.limits.runningRequestsMax) throw new StoreUnavailable('too many requests are under way');
    const lease = this.#leaseFor(request, till);
    const metered = new MeteredRequest(lease, request);
    if (lease.holding?.reserve(request.requestId, request.amount) !== true) return this.#wait(metered, request);
    till.entered();
    lease.taken();
    return { ok: true, reservation: metered };
  }

  async recall(accountId: UserId): Promise<void> {
    await this.#accounts.get(accountId)?.recall();
  }

  async close(timeoutMs: number): Promise<void> {
    const deadlineMs = this.clock.monotonicMs() + timeoutMs;
    this.#closing = true;
    while (this.clock.monotonicMs() < deadlineMs && (this.#tills.size + this.#removals.size > 0 || this.#openingNow !== undefined)) {
      for (const till of this.#tills) till.retire();
      this.#sweep();
      await this.timers.sleep(this.limits.closePollMs);
    }
    this.#stopped = true;
    for (const stop of this.#stops) stop();
    for (const till of this.#tills) {
      till.tellAll();
      this.log.warn('a till is left to the next start', { tillId: till.tillId, status: till.status, running: till.running });
    }
    for (const queue of this.queues) queue.rejectAll(new StoreUnavailable('the process ends'));
  }

  nextCommandId(): string {
    this.#commands += 1;
    return `${this.#instance}/${this.#commands}`;
  }

  alive(): boolean {
    return this.#heartbeat.alive();
  }

  stopped(): boolean {
    return this.#stopped;
  }

  tillLost(till: Till): void {
    if (this.#current !== till) return;
    this.#current = undefined;
    if (!this.#closing) void this.#openTill().catch((error: unknown) => this.#complain('a till could not be opened', error));
  }

  tillEnded(till: Till): void {
    this.#tills.delete(till);
    if (this.#current === till) this.#current = undefined;
    if (till.status !== 'closed') return;
    const removal = this.#removeRow(till.tillId).finally(() => this.#removals.delete(removal));
    this.#removals.add(removal);
  }

  #leaseFor({ accountId, tokenId, limited }: ReservationRequest, till: Till): Lease {
    const account = this.#accountOf(accountId);
    const line = account.lineOf(tokenId, limited);
    if (line !== undefined && line.till === till && !line.ending) return line;
    const lease = new Lease(account, till, limited ? tokenId : null, this);
    account.open(lease);
    till.leases.add(lease);
    return lease;
  }

  #accountOf(accountId: UserId): AccountDesk {
    const known = this.#accounts.get(accountId);
    if (known !== undefined) return known;
    const account = new AccountDesk(accountId, this, this.store);
    this.#accounts.set(accountId, account);
    return account;
  }

  #wait(metered: MeteredRequest, { requestId, amount, limitVersion }: ReservationRequest): Promise<Reserved> {
    const { lease } = metered;
    if (this.waiting >= this.limits.waitingRequestsMax) throw new StoreUnavailable('too many requests wait for a lease');
    return new Promise((resolve, reject) => {
      lease.queue.join({
        needed: amount,
        limitVersion,
        sinceMs: this.clock.monotonicMs(),
        attempt: (holding) => holding.reserve(requestId, amount),
        served: () => {
          lease.till.entered();
          resolve({ ok: true, reservation: metered });
        },
        refused: (refusal) => resolve({ ok: false, refusal }),
        rejected: reject,
      });
    });
  }

  /** Opens a till for new requests; the till that was current until then is retired. One opening at a time, the same one until it succeeds. */
  #openTill(): Promise<void> {
    this.#openingNow ??= this.#attemptOpening().finally(() => { this.#openingNow = undefined; });
    return this.#openingNow;
  }

  async #attemptOpening(): Promise<void> {
    this.#opening ??= new TillOpening(this.#relayId, this.#registry, this.#heartbeat, this);
    const till = await this.#opening.attempt();
    this.#opening = undefined;
    this.#tills.add(till);
    this.#current?.retire();
    this.#current = till;
  }

  async #beat(): Promise<void> {
    const before = [...this.#tills];
    const rows = await this.#heartbeat.beat();
    if (rows === undefined) return;
    const known = new Set(rows);
    for (const till of before) if (!known.has(till.tillId)) await this.#onRowMissing(till);
  }

  /** A worker removes the row of a till that it has closed, and of one whose stream did not exist yet. */
  async #onRowMissing(till: Till): Promise<void> {
    const fenced = await till.suspectFence();
    if (fenced || !(till.status === 'open' || till.status === 'retiring')) return;
    await this.#registry.open(till.tillId, this.#relayId).catch((error: unknown) => this.#complain('a heartbeat row could not be restored', error));
  }

  #sweep(): void {
    const nowMs = this.clock.monotonicMs();
    for (const queue of this.queues) queue.expire(nowMs - this.limits.reserveTimeoutMs);
    for (const till of this.#tills) {
      this.#settleIdle(till, till.status === 'retiring' ? nowMs : nowMs - this.limits.leaseIdleMs);
      till.sweep(nowMs);
    }
    const due = this.#current === undefined || this.#current.isDue(nowMs);
    if (due && !this.#closing) void this.#openTill().catch((error: unknown) => this.#complain('a till could not be opened', error));
    this.#forgetAccounts();
  }

  #settleIdle(till: Till, idleSinceMs: number): void {
    for (const lease of till.leases) {
      if (this.#settling >= this.limits.settlesAtOnceMax) return;
      if (!lease.idle || lease.idleSince() > idleSinceMs) continue;
      this.#settling += 1;
      void lease.settle().finally(() => { this.#settling -= 1; });
    }
  }

  #forgetAccounts(): void {
    if (this.#accounts.size <= this.limits.accountsKeptMax) return;
    for (const [userId, account] of this.#accounts) {
      if (account.forgettable) this.#accounts.delete(userId);
      if (this.#accounts.size <= this.limits.accountsKeptMax) return;
    }
  }

  async #removeRow(tillId: TillId): Promise<void> {
    try {
      this.faults.hit('before_TillRowRemoved');
      await this.#registry.closed(tillId);
      this.faults.hit('after_TillRowRemoved');
    } catch (error) {
      this.#complain('the row of a closed till stays until a worker removes it', error);
    }
  }

  #complain(message: string, error: unknown): void {
    this.log.warn(message, { relayId: this.#relayId, reason: reasonOf(error) });
  }
}
