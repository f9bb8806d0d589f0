import type { EventStore } from '@ledgate/domain/ports/event-store';
import type { RequestId, TillId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { checkAtRest } from '@ledgate/domain/testing/simulation/invariants';
import type { HandedOut, Purse } from '@ledgate/domain/testing/simulation/purse';
import type { RequestTruth } from '@ledgate/domain/testing/simulation/request-truth';
import { Process } from '@ledgate/domain/testing/simulation/scheduler';
import { type Spendable, Truth } from '@ledgate/domain/testing/simulation/truth';
import type { TokenRow } from '@ledgate/domain/testing/simulation/world';
import type { Reservation } from '../cashier.ts';

/** What arrives at a relay. */
export type Arrival = Pick<RequestTruth, 'requestId' | 'accountId' | 'tokenId' | 'reserved'>;

/**
 * The judge of the simulation over real cashiers: it keeps its books from what is written, as it is written, and from what callers see of their
 * requests. `truth.failures` says what was wrong.
 */
export class Judge {
  readonly truth: Truth;
  /** The ledger, looked at after each append. */
  readonly store: EventStore;
  /** The directory's rows. */
  readonly tokens = new Map<TokenId, TokenRow>();
  readonly #ledger: EventStore;
  readonly #relays = new Map<string, Process>();
  #observing: Promise<void> = Promise.resolve();

  constructor(ledger: EventStore) {
    this.#ledger = ledger;
    this.truth = new Truth(ledger);
    this.truth.isCurrentLimit = (tokenId, version) => (this.tokens.get(tokenId)?.limitVersion ?? 0) <= version;
    this.store = {
      append: async (stream, expected, events) => {
        const outcome = await ledger.append(stream, expected, events);
        await this.#observe();
        return outcome;
      },
      readStream: (stream, from, limit) => ledger.readStream(stream, from, limit),
      readStreamBackwards: (stream, limit, before) => ledger.readStreamBackwards(stream, limit, before),
      readAll: (after, limit) => ledger.readAll(after, limit),
      head: () => ledger.head(),
      onAppended: (wake) => ledger.onAppended(wake),
    };
  }

  opened(relayId: string): void {
    this.#relays.set(relayId, new Process(relayId));
  }

  /** The process has ended, in whatever way. */
  ended(relayId: string): void {
    const process = this.#relays.get(relayId);
    if (process !== undefined) process.alive = false;
  }

  arrived(relayId: string, arrival: Arrival): RequestTruth {
    const request: RequestTruth = {
      ...arrival,
      arrivedAtMs: 0,
      actual: 0,
      status: 'asking',
      relay: this.#relays.get(relayId),
      leaseId: undefined,
      shared: false,
      started: false,
      charged: 0,
      ends: 0,
      lates: 0,
      corrections: 0,
    };
    this.truth.requests.set(request.requestId, request);
    return request;
  }

  reserved(request: RequestTruth, { leaseId }: Reservation): void {
    request.status = 'running';
    request.leaseId = leaseId;
    request.shared = this.truth.leases.get(leaseId)?.tokenId === null;
    this.#expectUnfenced(request, 'reserved');
  }

  renewed(request: RequestTruth, amount: number): void {
    if (amount > request.reserved) this.#expectUnfenced(request, 'renewed');
    request.reserved = amount;
  }

  /** Who is fenced only when it is dead knows so before: it reserves nothing more. */
  #expectUnfenced({ requestId, leaseId }: RequestTruth, what: 'reserved' | 'renewed'): void {
    const { truth } = this;
    const tillId = leaseId === undefined ? undefined : truth.leases.get(leaseId)?.tillId;
    if (truth.fencesOnlyTheDead && tillId !== undefined && truth.fenced.has(tillId))
      truth.fail(`request ${requestId} was ${what} under a till that was fenced`);
  }

  /** A debit stands in the ledger: what may be spent of what was handed out before it, once `ask` has recalled it. */
  async recalled(accountId: UserId, tokenId: TokenId | undefined, ask: () => Promise<boolean>): Promise<void> {
    const { truth } = this;
    const purse: Purse = tokenId === undefined ? truth.wallet(accountId) : truth.token(tokenId);
    const measure = (process: Process): Spendable =>
      tokenId === undefined ? truth.spendable(process, accountId) : truth.spendableByToken(process, tokenId);
    const before = [...this.#relays.values()].map((process) => ({ process, ended: measure(process).ended }));
    const { debits } = purse;
    const everyone = await ask();
    const handedOut = before.map(({ process, ended }): HandedOut => {
      const now = measure(process);
      const held = now.running.held + now.ended.held - ended.held;
      return {
        held: everyone || !process.alive ? held : Math.max(held, truth.heldUnder(accountId, this.#isTillOf(process))),
        beside: now.running.beside + now.ended.beside - ended.beside,
      };
    });
    purse.recalled(
      debits,
      handedOut.reduce((sum, one) => ({ held: sum.held + one.held, beside: sum.beside + one.beside }), {
        held: 0,
        beside: 0,
      }),
    );
  }

  /** What running requests of an account have reserved and not spent. */
  reservedOf(accountId: UserId): number {
    let reserved = 0;
    for (const request of this.truth.requests.values())
      if (request.accountId === accountId && request.status === 'running' && request.ends === 0)
        reserved += request.reserved;
    return reserved;
  }

  /** Nobody asks, nothing is on its way, and all was recalled: open leases hold what runs under them, and nothing more. */
  expectLeasesTight(): void {
    const { truth } = this;
    for (const lease of truth.leases.values()) {
      const process = this.#relays.get(truth.opened.get(lease.tillId) ?? '');
      if (lease.settled || process?.alive !== true || truth.fenced.has(lease.tillId)) continue;
      let reserved = 0;
      for (const request of truth.requests.values())
        if (request.leaseId === lease.leaseId && request.status === 'running' && request.ends === 0)
          reserved += request.reserved;
      const held = lease.amount - lease.consumed;
      if (held !== reserved)
        truth.fail(`lease ${lease.leaseId} holds ${held} after a recall, its requests ${reserved}`);
    }
  }

  /** Everything has ended: what must be true then. */
  async checkAtRest(): Promise<void> {
    await this.#observe();
    await checkAtRest({ truth: this.truth, ledger: this.#ledger, tokens: this.tokens, outbox: [], fault: undefined });
  }

  #isTillOf(process: Process): (tillId: TillId) => boolean {
    return (tillId) => this.truth.opened.get(tillId) === process.name;
  }

  #observe(): Promise<void> {
    this.#observing = this.#observing.then(() => this.truth.observe());
    return this.#observing;
  }
}

export const requestIdOf = (number: number): RequestId => `c${number}` as RequestId;
