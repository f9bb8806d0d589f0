import type { AccountEvent } from '../../account/events.ts';
import { accountOfStream } from '../../account/events.ts';
import { isDeletion } from '../../account/deleted-tokens.ts';
import { decode } from '../../events/codec.ts';
import { type EventStore, type Position, START } from '../../ports/event-store.ts';
import type { RedemptionEvent } from '../../redemption/events.ts';
import type { LeaseId, RequestId, SourceId, TillId, TokenId, UserId } from '../../shared/ids.ts';
import type { Charge } from '../../till/charge.ts';
import type { TillEvent } from '../../till/events.ts';
import { LotsTruth } from './lots-truth.ts';
import { type HandedOut, type Purse, purseOf } from './purse.ts';
import { type LeaseTruth, type RequestTruth, restOf } from './request-truth.ts';
import type { Process } from './scheduler.ts';

/**
 * What the requests of a process may still spend, and what those that have ended left to its leases, since the beginning. One whose charge stands
 * in the till runs until its relay has heard so; then the rest of its reservation is its lease's again.
 */
export type Spendable = { readonly running: HandedOut; readonly ended: HandedOut };

/** The claim of a code: what a second append must credit once. */
export type Claim = Extract<RedemptionEvent, { type: 'CodeRedeemed' }>['data'];

/**
 * The books that the model keeps beside the ledger, from every event in the order in which it was written, and the rules that each event must
 * keep. Amounts are plain numbers; what is wrong is collected in `failures`.
 */
export class Truth {
  readonly failures: string[] = [];
  readonly requests = new Map<RequestId, RequestTruth>();
  readonly leases = new Map<LeaseId, LeaseTruth>();
  readonly wallets = new Map<UserId, Purse>();
  readonly tokens = new Map<TokenId, Purse>();
  readonly sources = new Map<string, number>();
  readonly claims: Claim[] = [];
  /** By the process that opened it. */
  readonly opened = new Map<TillId, string>();
  readonly fenced = new Set<TillId>();
  readonly closed = new Set<TillId>();
  onClaim: (claim: Claim) => void = () => undefined;
  /** The directory has no newer one. */
  isCurrentLimit: (tokenId: TokenId, version: number) => boolean = () => true;
  /**
   * Workers fence only whom they have seen dead for as long as a relay may reserve: then a late record excuses what its request had reserved when its
   * till was fenced, and nothing that was reserved after that. Else, where live relays are taken for dead, it excuses its whole amount.
   */
  fencesOnlyTheDead = false;
  readonly #ledger: EventStore;
  readonly #lots = new LotsTruth();
  readonly #endedSums = new Map<string, number>();
  readonly #versions = new Map<TokenId, number>();
  /** What requests had reserved when their till was fenced. */
  readonly #atFence = new Map<RequestId, number>();
  #after: Position = START;

  constructor(ledger: EventStore) {
    this.#ledger = ledger;
  }

  fail(what: string): void {
    this.failures.push(what);
  }

  /** Takes in what has been written since. */
  async observe(): Promise<void> {
    for (const recorded of await this.#ledger.readAll(this.#after, 1_000)) {
      this.#after = recorded.position;
      const decoded = decode(recorded);
      const { event, stream } = decoded;
      const wrong = this.#lots.add(decoded);
      if (wrong !== undefined) this.fail(wrong);
      const accountId = accountOfStream(stream);
      if (accountId !== undefined) this.#onAccount(accountId, event as AccountEvent);
      else if (stream.startsWith('till-')) this.#onTill(stream.slice('till-'.length) as TillId, event as TillEvent);
      else if (event.type === 'CodeRedeemed') this.#onClaimed(event.data);
    }
  }

  wallet(accountId: UserId): Purse {
    return purseOf(this.wallets, accountId, `the balance of account ${accountId}`, 0);
  }

  token(tokenId: TokenId): Purse {
    return purseOf(this.tokens, tokenId, `the limit of token ${tokenId}`, Number.POSITIVE_INFINITY);
  }

  /** Of an account, under the leases of one process. */
  spendable(process: Process, accountId: UserId): Spendable {
    const held = this.#running(process, (request) => request.accountId === accountId, restOf);
    return {
      running: { held, beside: 0 },
      ended: { held: this.#ended(`${process.name}/account-${accountId}`), beside: 0 },
    };
  }

  /**
   * Of a token. Under shared leases nothing is held back for it; and a charge there that has not come back to its relay is missing in the report
   * that the token's limit waits for.
   */
  spendableByToken(process: Process, tokenId: TokenId): Spendable {
    const held = this.#running(process, (request) => request.tokenId === tokenId && !request.shared, restOf);
    return {
      running: { held, beside: this.sharedOfToken(tokenId, process) },
      ended: {
        held: this.#ended(`${process.name}/token-${tokenId}`),
        beside: this.#ended(`${process.name}/shared-${tokenId}`),
      },
    };
  }

  /** A relay knows that a request has ended. */
  over(request: RequestTruth, status: 'delivered' | 'free'): void {
    request.status = status;
    const { relay, accountId, tokenId, shared, reserved, charged } = request;
    const add = (key: string, amount: number): Map<string, number> =>
      this.#endedSums.set(`${relay?.name}/${key}`, this.#ended(`${relay?.name}/${key}`) + amount);
    add(`account-${accountId}`, restOf(request));
    if (shared) add(`shared-${tokenId}`, Math.max(reserved, charged));
    else add(`token-${tokenId}`, restOf(request));
  }

  #ended(key: string): number {
    return this.#endedSums.get(key) ?? 0;
  }

  sharedOfToken(tokenId: TokenId, process?: Process): number {
    return this.#running(
      process,
      (request) => request.tokenId === tokenId && request.shared,
      ({ reserved, charged }) => Math.max(reserved, charged),
    );
  }

  #running(
    process: Process | undefined,
    counts: (request: RequestTruth) => boolean,
    open: (request: RequestTruth) => number,
  ): number {
    let sum = 0;
    for (const request of this.requests.values()) {
      if (request.status !== 'running' || !counts(request) || (process !== undefined && request.relay !== process))
        continue;
      if (request.ends === 0) sum += request.reserved;
      else if (request.relay?.alive === true) sum += open(request);
    }
    return sum;
  }

  /** What may be spent under open leases: what they hold back beyond what was consumed, or what is reserved where an excess is not covered yet. */
  #held(counts: (lease: LeaseTruth) => boolean): number {
    let sum = 0;
    for (const lease of this.leases.values()) {
      if (lease.settled || !counts(lease)) continue;
      const reserved = this.#running(
        undefined,
        ({ leaseId }) => leaseId === lease.leaseId,
        () => 0,
      );
      sum += Math.max(0, lease.amount - lease.consumed, reserved);
    }
    return sum;
  }

  /** What may still be spent of an account under the open leases of these tills, whether their relay knows of them yet or not. */
  heldUnder(accountId: UserId, isTheirs: (tillId: TillId) => boolean): number {
    return this.#held((lease) => lease.accountId === accountId && isTheirs(lease.tillId));
  }

  /** Consumed above open leases: the account does not know of it yet. */
  #uncovered(counts: (lease: LeaseTruth) => boolean): number {
    let sum = 0;
    for (const lease of this.leases.values())
      if (!lease.settled && counts(lease)) sum += Math.max(0, lease.consumed - lease.amount);
    return sum;
  }

  #onClaimed(claim: Claim): void {
    this.claims.push(claim);
    this.onClaim(claim);
  }

  #onAccount(accountId: UserId, event: AccountEvent): void {
    switch (event.type) {
      case 'QuotaGranted':
      case 'QuotaToppedUp':
      case 'RedemptionCredited':
      case 'ConsumptionRefunded':
        this.#credit(accountId, event.data.source, event.data.amount);
        return;
      case 'QuotaAdjusted':
        if (event.data.source !== undefined) this.#once(accountId, event.data.source, 'adjusted');
        this.wallet(accountId).add(event.data.delta);
        if (event.data.delta < 0) this.#debitedWallet(accountId);
        return;
      case 'TokenLimitSet': {
        const { tokenId, limit, version } = event.data;
        if (version <= (this.#versions.get(tokenId) ?? 0))
          this.fail(`the limit of token ${tokenId} went from version ${this.#versions.get(tokenId)} to ${version}`);
        this.#versions.set(tokenId, version);
        // What was lent under its limit may be spent; nothing more is lent.
        if (isDeletion(event.data)) return;
        if (this.isCurrentLimit(tokenId, version)) this.#limited(tokenId, limit ?? Number.POSITIVE_INFINITY);
        else this.token(tokenId).raisedTo(limit ?? Number.POSITIVE_INFINITY);
        return;
      }
      case 'LeaseGranted': {
        const { leaseId, tillId, tokenId, amount } = event.data;
        if (tokenId !== null && isDeletion({ version: this.#versions.get(tokenId) ?? 0 }))
          this.fail(`lease ${leaseId} was granted to token ${tokenId}, which is deleted`);
        this.leases.set(leaseId, { leaseId, tillId, accountId, tokenId, amount, consumed: 0, settled: false });
        return;
      }
      case 'LeaseResized':
      case 'LeaseSettled':
        this.#leaseChanged(
          event.data.leaseId,
          event.data.consumed,
          event.type === 'LeaseResized' ? event.data.amount : undefined,
        );
        return;
      case 'LateConsumptionRecorded':
        this.#chargedOnAccount(event.data.charge, event.data.charge.amount, 'lates');
        return;
      case 'ConsumptionCorrected':
        this.#chargedOnAccount(event.data.charge, event.data.delta, 'corrections');
        return;
      default:
    }
  }

  #debitedWallet(accountId: UserId): void {
    const own = (lease: LeaseTruth): boolean => lease.accountId === accountId;
    this.wallet(accountId).debited({ held: this.#held(own), beside: this.#uncovered(own) });
  }

  #limited(tokenId: TokenId, limit: number): void {
    const own = (lease: LeaseTruth): boolean => lease.tokenId === tokenId;
    this.token(tokenId).limitedTo(limit);
    this.token(tokenId).debited({ held: this.#held(own), beside: this.sharedOfToken(tokenId) + this.#uncovered(own) });
  }

  #credit(accountId: UserId, source: SourceId, amount: number): void {
    this.#once(accountId, source, 'credited');
    this.wallet(accountId).add(amount);
  }

  #once(accountId: UserId, source: SourceId, what: string): void {
    const key = `${accountId}/${source}`;
    const times = (this.sources.get(key) ?? 0) + 1;
    this.sources.set(key, times);
    if (times > 1) this.fail(`${source} was ${what} twice`);
  }

  #leaseChanged(leaseId: LeaseId, consumed: number, amount: number | undefined): void {
    const lease = this.leases.get(leaseId);
    if (lease === undefined || lease.settled) return this.fail(`lease ${leaseId} changed without being open`);
    if (consumed > lease.consumed) this.fail(`lease ${leaseId} reports ${consumed}, its till has ${lease.consumed}`);
    if (amount !== undefined) lease.amount = amount;
    if (amount !== undefined) return;
    if (consumed !== lease.consumed)
      this.fail(`lease ${leaseId} was settled with ${consumed}, its till has ${lease.consumed}`);
    lease.settled = true;
  }

  #chargedOnAccount(charge: Charge, amount: number, kind: 'lates' | 'corrections'): void {
    const request = this.requests.get(charge.requestId);
    if (request === undefined) return this.fail(`a charge for the unknown request ${charge.requestId}`);
    request[kind] += 1;
    if (request.lates + request.corrections > 1)
      this.fail(`request ${charge.requestId} was recorded on the account twice`);
    if (kind === 'lates' && request.ends > 0)
      this.fail(`request ${charge.requestId} was recorded late although its till has it`);
    request.charged += amount;
    const beyond = this.#unpreventable(request, amount);
    for (const affected of [this.wallet(charge.accountId), this.token(charge.tokenId)])
      this.#expectCovered(affected.spend(amount, beyond));
  }

  /** What of a charge on the account nobody could prevent: all but what its request reserved when its till was fenced already. */
  #unpreventable({ requestId, charged, reserved }: RequestTruth, amount: number): number {
    const excused = this.fencesOnlyTheDead ? (this.#atFence.get(requestId) ?? 0) : charged;
    return Math.max(0, amount - Math.max(0, Math.min(charged, reserved) - excused));
  }

  #onFenced(tillId: TillId): void {
    this.fenced.add(tillId);
    for (const { requestId, status, leaseId, reserved } of this.requests.values())
      if (status === 'running' && leaseId !== undefined && this.leases.get(leaseId)?.tillId === tillId)
        this.#atFence.set(requestId, reserved);
  }

  #onTill(tillId: TillId, event: TillEvent): void {
    if (this.closed.has(tillId)) this.fail(`${event.type} in till ${tillId}, which is closed`);
    switch (event.type) {
      case 'TillOpened':
        this.opened.set(tillId, event.data.relayId);
        return;
      case 'TillFenced':
        this.#onFenced(tillId);
        return;
      case 'TillClosed':
        this.closed.add(tillId);
        return;
      case 'ConsumptionStarted': {
        const request = this.requests.get(event.data.requestId);
        if (request !== undefined) request.started = true;
        return;
      }
      case 'ConsumptionRecorded':
        if (this.fenced.has(tillId) !== event.data.interrupted)
          this.fail(`request ${event.data.requestId} was ended by the wrong side of a fence`);
        this.#recorded(event.data);
        return;
      case 'AttemptsFailed':
        this.#endedInTill(event.data.requestId, 0);
        return;
      default:
    }
  }

  #recorded(charge: Charge): void {
    const request = this.#endedInTill(charge.requestId, charge.amount);
    const lease = this.leases.get(charge.leaseId);
    if (lease === undefined || request === undefined)
      return this.fail(`request ${charge.requestId} was charged under no lease`);
    if (lease.settled)
      this.fail(`request ${charge.requestId} was charged under lease ${lease.leaseId} after that was settled`);
    lease.consumed += charge.amount;
    const excess = Math.max(0, charge.amount - request.reserved);
    for (const affected of [this.wallet(charge.accountId), this.token(charge.tokenId)])
      this.#expectCovered(affected.spend(charge.amount, excess));
  }

  #endedInTill(requestId: RequestId, amount: number): RequestTruth | undefined {
    const request = this.requests.get(requestId);
    if (request === undefined) return undefined;
    request.ends += 1;
    if (request.ends > 1) this.fail(`request ${requestId} was ended twice`);
    request.charged += amount;
    return request;
  }

  #expectCovered(shortage: string | undefined): void {
    if (shortage !== undefined) this.fail(shortage);
  }
}
