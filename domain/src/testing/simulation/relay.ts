import { type AccountCommand } from '../../account/commands.ts';
import { changeAccount } from '../../account/account-stream.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { RequestId, SourceId, UserId } from '../../shared/ids.ts';
import { quota } from '../../shared/quota.ts';
import type { TillEvent } from '../../till/events.ts';
import { chargeFor, startOf } from './model-charge.ts';
import { retrying, storeOf, unavailable } from './process-store.ts';
import { recall } from './recall.ts';
import { type Lease, RelayAccount } from './relay-account.ts';
import { RelayTill } from './relay-till.ts';
import { Process } from './scheduler.ts';
import type { RequestTruth } from './request-truth.ts';
import type { RecallListener, TokenRow, World } from './world.ts';

/** How a request goes once it has its reservation. */
export type Course = {
  readonly starts: boolean;
  readonly fails: boolean;
  readonly worksForTurns: number;
  /** A further attempt reserves another amount, and costs another; `afterTurns`: with 0, before the request has left a trace. */
  readonly renewal: { readonly reserved: number; readonly actual: number; readonly afterTurns: number } | undefined;
};

/** How often a request asks for its lease again before it is told 503. */
const ASKS_MAX = 6;

/** A relay process: tills, leases and requests, by the rules of docs/ledger.md#how-a-balance-is-not-oversold and with the real holding and deciders. */
export class Relay implements RecallListener {
  readonly process: Process;
  readonly tills = new Set<RelayTill>();
  readonly accounts = new Map<UserId, RelayAccount>();
  readonly #world: World;
  readonly #store: EventStore;
  #current: RelayTill | undefined;
  #opening: Promise<RelayTill> | undefined;

  constructor(world: World) {
    this.#world = world;
    this.process = new Process(world.nextId('relay'));
    this.#store = retrying(storeOf(world, this.process));
    world.listeners.push(this);
  }

  async request(request: RequestTruth, course: Course): Promise<void> {
    request.relay = this.process;
    const row = this.#world.tokens.get(request.tokenId);
    if (row === undefined) throw new Error(`no token ${request.tokenId}`);
    const token = this.#world.fault === 'lease_not_looked_at_again' ? { ...row } : row;
    const lease = await this.#reserve(request, token).catch((error: unknown) => {
      if (unavailable(error)) return undefined;
      throw error;
    });
    if (lease === undefined) {
      request.status = 'refused';
      return;
    }
    request.status = 'running';
    request.leaseId = lease.holding.leaseId;
    request.shared = lease.holding.tokenId === null;
    const { renewal } = course;
    if (renewal?.afterTurns === 0) this.#renew(request, lease, renewal);
    const started = course.starts ? this.#start(request, lease) : Promise.resolve(false);
    if (renewal !== undefined && renewal.afterTurns > 0) {
      await this.#world.scheduler.turns(this.process, renewal.afterTurns);
      if (this.#renew(request, lease, renewal) && course.starts) void this.#start(request, lease);
    }
    await this.#world.scheduler.turns(this.process, course.worksForTurns);
    await (course.fails ? this.#fail(request, lease, await started) : this.#charge(request, lease));
    lease.till.running -= 1;
  }

  /** A token that got a limit meanwhile gets no more of a shared lease. */
  #renew(
    request: RequestTruth,
    { holding, ending }: Lease,
    { reserved, actual }: NonNullable<Course['renewal']>,
  ): boolean {
    const sharesButIsLimited = holding.tokenId === null && this.#world.tokens.get(request.tokenId)?.limited === true;
    if (ending || sharesButIsLimited || !holding.renew(request.requestId, quota(reserved))) return false;
    request.reserved = reserved;
    request.actual = actual;
    return true;
  }

  /** Leaves a trace, which replaces an earlier one. */
  #start(request: RequestTruth, { till, holding }: Lease): Promise<boolean> {
    return till.write({ type: 'ConsumptionStarted', data: startOf(request, holding.leaseId) }, request.requestId);
  }

  /** A recall. */
  readonly handle = async (accountId: UserId): Promise<void> => {
    if (this.#world.fault === 'recall_ignored') return;
    const account = this.accounts.get(accountId);
    if (account !== undefined) await account.run(() => account.lowerAll());
  };

  readonly heldOf = (accountId: UserId): number =>
    this.#world.truth.heldUnder(accountId, (tillId) => this.#world.tills.get(tillId) === this.process);

  /** New requests go to a new till; the old one gives back what it does not need. */
  async rotate(): Promise<void> {
    const old = this.#current;
    if (old === undefined) return;
    this.#current = undefined;
    if (old.status === 'open') old.status = 'rotated';
    for (const account of this.accounts.values()) {
      for (const lease of account.leases) if (lease.till === old) await account.run(() => account.lower(lease));
    }
  }

  /** Settles what is idle, and closes rotated tills under which nothing is left. */
  async tidy(): Promise<void> {
    for (const account of this.accounts.values()) {
      for (const lease of account.leases) {
        const idle = lease.holding.idle || this.#world.fault === 'settled_with_charge_in_flight';
        if (idle && !lease.ending) await account.run(() => account.settle(lease));
      }
    }
    for (const till of this.tills) {
      const hasLeases = [...this.accounts.values()].some(({ leases }) =>
        [...leases].some((lease) => lease.till === till),
      );
      if (till.status === 'rotated' && till.idle && !hasLeases) {
        await till.close();
        if (till.status !== 'rotated') this.tills.delete(till);
      }
      if (till.status === 'fenced') this.#abandon(till);
    }
  }

  account(accountId: UserId): RelayAccount {
    const known = this.accounts.get(accountId);
    if (known !== undefined) return known;
    const account = new RelayAccount(this.#world, this.process, this.#store, accountId);
    this.accounts.set(accountId, account);
    return account;
  }

  async #reserve(request: RequestTruth, token: TokenRow): Promise<Lease | undefined> {
    const { requestId, reserved, accountId } = request;
    const account = this.account(accountId);
    let recalled = false;
    for (let asks = 0; asks < ASKS_MAX; asks += 1) {
      const till = await this.#till();
      const current = account.currentLease(till, token.limited ? token.tokenId : null);
      till.running += 1;
      if (current?.holding.reserve(requestId, quota(reserved)) === true) return current;
      const answer = await account
        .run(() => account.obtain(till, token, requestId, reserved))
        .catch((error: unknown) => {
          till.running -= 1;
          throw error;
        });
      if (answer !== 'again' && !('code' in answer)) return answer;
      till.running -= 1;
      if (answer === 'again') continue;
      if (answer.code !== 'token_limit_pending' && (recalled || !answer.code.startsWith('insufficient')))
        return undefined;
      await recall(this.#world, this.process, accountId, (process) => this.#world.truth.spendable(process, accountId));
      recalled = true;
    }
    return undefined;
  }

  async #till(): Promise<RelayTill> {
    if (this.#current?.status === 'fenced') this.#abandon(this.#current);
    if (this.#current !== undefined) return this.#current;
    this.#opening ??= this.#openTill();
    return this.#opening;
  }

  async #openTill(): Promise<RelayTill> {
    try {
      const till = new RelayTill(this.#world, this.process, this.#store);
      this.tills.add(till);
      await till.open();
      this.#current = till;
      return till;
    } finally {
      this.#opening = undefined;
    }
  }

  #abandon(till: RelayTill): void {
    if (this.#current === till) this.#current = undefined;
    this.tills.delete(till);
    for (const account of this.accounts.values()) account.drop(till);
  }

  async #charge(request: RequestTruth, lease: Lease): Promise<void> {
    const { requestId, tokenId, accountId, actual } = request;
    const { holding, till } = lease;
    const account = this.account(accountId);
    holding.charge(requestId, quota(actual));
    if (holding.needed > holding.amount) this.#world.spawn(() => account.run(() => account.cover(lease)), unavailable);
    const event: TillEvent = {
      type: 'ConsumptionRecorded',
      data: { ...chargeFor(request, holding.leaseId), interrupted: false },
    };
    if (await till.write(event, requestId)) holding.recorded(requestId, tokenId, quota(actual));
    else await this.#afterFence(request, lease, actual);
    this.#world.truth.over(request, 'delivered');
  }

  async #fail(request: RequestTruth, lease: Lease, started: boolean): Promise<void> {
    const { requestId, accountId } = request;
    const written =
      !started ||
      (await lease.till.write({ type: 'AttemptsFailed', data: { requestId, accountId, attempts: [] } }, requestId));
    if (written) lease.holding.release(requestId);
    else await this.#afterFence(request, lease, 0);
    this.#world.truth.over(request, 'free');
  }

  /** The till belongs to a worker: when that has closed it, what is missing there is recorded on the account (docs/ledger.md#fences). */
  async #afterFence(request: RequestTruth, lease: Lease, actual: number): Promise<void> {
    this.#abandon(lease.till);
    for (;;) {
      const till = await lease.till.read().catch((error: unknown) => {
        if (unavailable(error)) return undefined;
        throw error;
      });
      if (till?.status !== 'closed') {
        await this.#world.scheduler.turns(this.process, 2);
        continue;
      }
      const ended = till.ended.get(request.requestId);
      if (ended !== undefined && (!ended.interrupted || ended.amount === actual)) return;
      if (ended === undefined && actual === 0) return;
      return this.#recordOnAccount(request, lease, ended === undefined ? undefined : actual - ended.amount);
    }
  }

  async #recordOnAccount(request: RequestTruth, lease: Lease, delta: number | undefined): Promise<void> {
    const charge = chargeFor(request, lease.holding.leaseId);
    const store = storeOf(this.#world, this.process);
    for (let tries = 0; ; tries += 1) {
      const source = (
        this.#world.fault === 'late_record_doubled' ? `${request.requestId}/${tries}` : request.requestId
      ) as RequestId & SourceId;
      const command: AccountCommand =
        delta === undefined
          ? { type: 'RecordLateConsumption', charge, source }
          : { type: 'CorrectConsumption', delta: quota(delta), charge, source };
      try {
        const change = await changeAccount(store, request.accountId, command, this.#world.context(this.process.name));
        if (!change.ok) this.#world.truth.fail(`a late record was refused: ${change.refusal.code}`);
        return;
      } catch (error) {
        if (!unavailable(error)) throw error;
      }
    }
  }
}
