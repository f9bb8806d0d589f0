import { randomUUID } from 'node:crypto';
import type { Clock } from '@ledgate/domain/ports/clock';
import { type EventStore, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { NO_FAULTS, withFaultPoints } from '@ledgate/domain/ports/faults';
import type { LeaseRecalls } from '@ledgate/domain/ports/lease-recalls';
import { type Log, silentLog } from '@ledgate/domain/ports/log';
import type { TillRegistry } from '@ledgate/domain/ports/till-registry';
import type { TillId, UserId } from '@ledgate/domain/shared/ids';
import { Crowded } from '../errors/crowded.ts';
import { LocalAccount } from './local-account.ts';
import type { CashierStatus, EndOfRequest, ReservationRequest, Reserved, RunningCashier } from './cashier.ts';
import { endOfRequest } from './end-of-request.ts';
import { FAULT_STEPS, type Faults } from './fault-points.ts';
import { Heartbeat } from './heartbeat.ts';
import { retrying } from './retrying-store.ts';
import { Lease } from './lease.ts';
import { CASHIER_LIMITS, type CashierLimits } from './limits.ts';
import { MeteredRequest } from './metered-request.ts';
import type { LeasePart, QueuePart } from './parts.ts';
import { RecallRoom } from './recall-room.ts';
import { RelayTills } from './relay-tills.ts';
import type { CashierContext } from './cashier-context.ts';
import { type Readiness, statusOf, unreadinessOf } from './status.ts';
import { StoreRefusals } from './store-refusals.ts';
import { StoreSilence } from './store-silence.ts';
import type { Till } from './till.ts';
import { processTimers, type Timers } from './timers.ts';

type CashierOptions = {
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
  readonly log?: Log;
};

/** Opens the first till. Throws what the registry throws when it cannot be reached, and at once what the event store refuses it with. */
export async function createCashier(options: CashierOptions): Promise<RunningCashier> {
  const cashier = new RelayCashier(options);
  await cashier.open();
  return cashier;
}

class RelayCashier implements RunningCashier, CashierContext {
  readonly store: EventStore;
  readonly recalls: LeaseRecalls;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly limits: CashierLimits;
  readonly faults: Faults;
  readonly log: Log;
  readonly actor: string;
  readonly queues = new Set<QueuePart>();
  readonly recallRoom: RecallRoom;
  waiting = 0;
  /** As it is, for what somebody waits for who can be told that it does not answer. */
  readonly #asked: EventStore;
  readonly #silence: StoreSilence;
  readonly #refusals: StoreRefusals;
  readonly #heartbeat: Heartbeat;
  readonly #tills: RelayTills;
  readonly #accounts = new Map<UserId, LocalAccount>();
  readonly #instance = randomUUID();
  #commands = 0;
  #begun = false;
  #closing = false;
  #stopped = false;
  #stops: readonly (() => void)[] = [];

  constructor({
    store,
    tills,
    recalls,
    clock,
    relayId,
    directoryVersion,
    limits,
    timers,
    faults,
    log,
  }: CashierOptions) {
    this.#asked = store;
    this.recalls = recalls;
    this.clock = clock;
    this.limits = { ...CASHIER_LIMITS, ...limits };
    this.recallRoom = new RecallRoom(this.limits);
    this.timers = timers ?? processTimers;
    this.faults = faults ?? NO_FAULTS;
    this.log = log ?? silentLog;
    this.actor = `relay-${relayId}`;
    this.#silence = new StoreSilence({
      clock,
      look: () => this.store.head(),
      lookEveryMs: this.limits.storeLookEveryMs,
    });
    this.#refusals = new StoreRefusals({ clock, limits: this.limits, log: this.log });
    this.store = retrying(withFaultPoints(store, this.faults, FAULT_STEPS), {
      timers: this.timers,
      limits: this.limits,
      log: this.log,
      silence: this.#silence,
      refusals: this.#refusals,
      answered: () => this.#heartbeat.storeAnswered(),
      begun: () => this.#begun,
      stopped: () => this.#stopped,
    });
    this.#heartbeat = new Heartbeat({
      tills,
      relayId,
      directoryVersion,
      tillIds: () => this.#tills.ids(),
      clock,
      limits: this.limits,
      faults: this.faults,
      log: this.log,
      probe: () => this.store.head(),
    });
    this.#tills = new RelayTills(relayId, tills, this.#heartbeat, this);
  }

  async open(): Promise<void> {
    await this.#tills.open();
    this.#begun = true;
    this.#stops = [
      this.recalls.onRecall((accountId) => this.recall(accountId)),
      this.timers.every(this.limits.beatEveryMs, () => void this.#tills.beat()),
      this.timers.every(this.limits.sweepEveryMs, () => this.#sweep()),
    ];
  }

  async reserve(request: ReservationRequest): Promise<Reserved> {
    const till = this.#tills.current;
    const unready = unreadinessOf(this.#readiness(till));
    if (till === undefined || unready !== undefined) throw new StoreUnavailable(unready);
    if (till.running >= this.limits.runningRequestsMax) throw new Crowded('too many requests are under way');
    const account = this.#accountOf(request.accountId);
    const upToDate = { ...request, ...account.limitOf(request.tokenId, request) };
    const lease = this.#leaseFor(account, upToDate, till);
    const metered = new MeteredRequest(lease, upToDate);
    if (lease.holding?.reserve(upToDate.requestId, upToDate.amount) !== true) return this.#wait(metered, upToDate);
    till.entered();
    lease.taken();
    return { ok: true, reservation: metered };
  }

  async recall(accountId: UserId): Promise<void> {
    await this.#accounts.get(accountId)?.recall();
  }

  endOf(request: Parameters<RunningCashier['endOf']>[0]): Promise<EndOfRequest> {
    const { fencedTillPageEvents: pageEvents, accountEventsLookedThroughMax: accountEvents } = this.limits;
    return endOfRequest(this.#asked, request, { pageEvents, accountEvents });
  }

  async close(timeoutMs: number): Promise<void> {
    const deadlineMs = this.clock.monotonicMs() + timeoutMs;
    this.#closing = true;
    while (!this.#tills.ended && this.clock.monotonicMs() < deadlineMs) {
      this.#tills.retireAll();
      this.#sweep();
      await this.timers.sleep(this.limits.closePollMs);
    }
    this.#stopped = true;
    for (const stop of this.#stops) stop();
    for (const till of this.#tills.all) {
      till.tellAll();
      this.log.warn(
        { tillId: till.tillId, status: till.status, running: till.running },
        'a till is left to the next start',
      );
    }
    for (const queue of this.queues) queue.rejectAll(new StoreUnavailable('the process ends'));
  }

  status(): CashierStatus {
    return statusOf({ ...this.#readiness(this.#tills.current), tills: this.#tills.all, waiting: this.waiting });
  }

  nextCommandId(): string {
    this.#commands += 1;
    return `${this.#instance}/${this.#commands}`;
  }

  alive(tillId: TillId): boolean {
    return this.#heartbeat.speaksFor(tillId);
  }

  looksAfter(tillId: TillId): boolean {
    return this.#tills.ids().includes(tillId);
  }

  stopped(): boolean {
    return this.#stopped;
  }

  tillLost(tillId: TillId): void {
    this.#tills.lost(tillId);
  }

  tillEnded(tillId: TillId): void {
    this.#tills.remove(tillId);
  }

  #readiness(current: Till | undefined): Readiness {
    return {
      current,
      heartbeat: this.#heartbeat,
      silence: this.#silence,
      refusals: this.#refusals,
      limits: this.limits,
      closing: this.#closing,
    };
  }

  #leaseFor(account: LocalAccount, { tokenId, limited }: ReservationRequest, till: Till): LeasePart {
    const current = account.currentLease(tokenId, limited);
    if (current !== undefined && current.till === till && !current.ending) return current;
    const lease = new Lease(account, till, limited ? tokenId : null, this);
    account.open(lease);
    till.leases.add(lease);
    return lease;
  }

  #accountOf(accountId: UserId): LocalAccount {
    const known = this.#accounts.get(accountId);
    if (known !== undefined) return known;
    const account = new LocalAccount(accountId, this, this.store);
    this.#accounts.set(accountId, account);
    return account;
  }

  #wait(metered: MeteredRequest, request: ReservationRequest): Promise<Reserved> {
    const { lease } = metered;
    const { requestId, tokenId, limited, limitVersion, amount } = request;
    if (this.waiting >= this.limits.waitingRequestsMax) {
      if (lease.holding === undefined && !lease.queue.isServing) lease.account.drop(lease);
      throw new Crowded('too many requests wait for a lease');
    }
    return new Promise((resolve, reject) => {
      lease.queue.join({
        needed: amount,
        limitVersion,
        sinceMs: this.clock.monotonicMs(),
        belongsElsewhere: () => lease.account.limitOf(tokenId, request).limited !== limited,
        attempt: (holding) => holding.reserve(requestId, amount),
        served: () => {
          lease.till.entered();
          resolve({ ok: true, reservation: metered });
        },
        moved: () => resolve(this.reserve(request)),
        refused: (refusal) => resolve({ ok: false, refusal }),
        rejected: reject,
      });
    });
  }

  #sweep(): void {
    const nowMs = this.clock.monotonicMs();
    for (const queue of this.queues) queue.expire(nowMs - this.limits.reserveTimeoutMs);
    this.#silence.sweep();
    this.#tills.sweep(nowMs);
    this.#forgetAccounts();
  }

  /** Those that were met first go first, of those that nothing is reserved on: `lru-cache` cannot be told to keep one. */
  #forgetAccounts(): void {
    if (this.#accounts.size <= this.limits.accountsKeptMax) return;
    for (const [accountId, account] of this.#accounts) {
      if (account.forgettable) this.#accounts.delete(accountId);
      if (this.#accounts.size <= this.limits.accountsKeptMax) return;
    }
  }
}
