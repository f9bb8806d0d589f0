import type { Recorded } from '@ledgate/domain/events/codec';
import type { ByToken } from '@ledgate/domain/shared/schemas';
import { addToToken } from '@ledgate/domain/till/evolve';
import type { Charge } from '@ledgate/domain/till/charge';
import { tillOf, TILL_STATUS } from '../leases/tills.ts';
import type { Findings } from './finding.ts';

type TillSeen = {
  status: number;
  readonly started: Set<string>;
  /** Freed when the till is closed: from then on every further record is one too many. */
  ended: Set<string>;
  charges: number;
  amount: number;
};

type LeaseSeen = { readonly tillId: string; consumed: number; byToken: ByToken };

/**
 * Tills and leases against each other, in the ledger's order, whatever has been applied of it: every request ends once,
 * a closed till says what it charged, a lease reports at most what its till has charged under it and is settled for
 * exactly that.
 */
export class TillCheck {
  readonly #findings: Pick<Findings, 'add'>;
  readonly #tills = new Map<string, TillSeen>();
  readonly #leases = new Map<string, LeaseSeen>();

  constructor(findings: Pick<Findings, 'add'>) {
    this.#findings = findings;
  }

  add({ event, stream }: Recorded): void {
    switch (event.type) {
      case 'TillOpened': {
        this.#tills.set(event.data.tillId, {
          status: TILL_STATUS.open,
          started: new Set(),
          ended: new Set(),
          charges: 0,
          amount: 0,
        });
        return;
      }
      case 'ConsumptionStarted':
        this.#started(tillOf(stream), event.data.requestId);
        return;
      case 'ConsumptionRecorded':
        this.#ended(tillOf(stream), event.data.requestId, event.data.amount);
        this.#consumed(tillOf(stream), event.data);
        return;
      case 'AttemptsFailed':
        this.#ended(tillOf(stream), event.data.requestId, 0);
        return;
      case 'TillFenced':
        this.#move(tillOf(stream), TILL_STATUS.fenced);
        return;
      case 'TillClosed':
        this.#closed(tillOf(stream), event.data);
        return;
      case 'LeaseGranted': {
        const { leaseId, tillId } = event.data;
        this.#leases.set(leaseId, { tillId, consumed: 0, byToken: {} });
        return;
      }
      case 'LeaseResized': {
        const { leaseId, consumed } = event.data;
        const lease = this.#leases.get(leaseId);
        if (lease !== undefined && consumed > lease.consumed)
          this.#findings.add('lease', `${leaseId} resized`, `at most ${lease.consumed}, as its till says`, consumed, {
            amount: BigInt(consumed - lease.consumed),
          });
        return;
      }
      case 'LeaseSettled':
        this.#settled(event.data);
        return;
    }
  }

  #till(tillId: string, what: string): TillSeen | undefined {
    const till = this.#tills.get(tillId);
    if (till === undefined) this.#findings.add('till', tillId, `TillOpened before ${what}`, 'none');
    return till;
  }

  #started(tillId: string, requestId: string): void {
    const till = this.#till(tillId, `the start of ${requestId}`);
    if (till === undefined) return;
    if (till.status !== TILL_STATUS.open || till.ended.has(requestId) || till.started.has(requestId)) {
      this.#findings.add('till', tillId, `request ${requestId} to start once, while it is open`, 'another start');
    }
    till.started.add(requestId);
  }

  #ended(tillId: string, requestId: string, amount: number): void {
    const till = this.#till(tillId, `the end of ${requestId}`);
    if (till === undefined) return;
    if (till.status === TILL_STATUS.closed)
      this.#findings.add('till', tillId, 'no record after it was closed', `the end of ${requestId}`);
    if (till.ended.has(requestId))
      this.#findings.add('till', tillId, `request ${requestId} to end once`, 'another end');
    till.started.delete(requestId);
    till.ended.add(requestId);
    till.charges += amount > 0 ? 1 : 0;
    till.amount += amount;
  }

  #consumed(tillId: string, { leaseId, amount, tokenId }: Charge): void {
    const lease = this.#leases.get(leaseId);
    if (lease === undefined || lease.tillId !== tillId) {
      this.#findings.add(
        'lease',
        leaseId,
        `to be open at till ${tillId}`,
        lease === undefined ? 'no such open lease' : `a lease of till ${lease.tillId}`,
      );
      return;
    }
    lease.consumed += amount;
    lease.byToken = addToToken(lease.byToken, tokenId, amount);
  }

  #move(tillId: string, status: number): void {
    const till = this.#till(tillId, 'it was fenced or closed');
    if (till !== undefined) till.status = Math.max(till.status, status);
  }

  #closed(tillId: string, said: { readonly charges: number; readonly amount: number }): void {
    const till = this.#till(tillId, 'it was closed');
    if (till === undefined) return;
    for (const requestId of till.started)
      this.#findings.add('till', tillId, `an end of request ${requestId}`, 'closed without');
    if (said.amount !== till.amount || said.charges !== till.charges) {
      this.#findings.add(
        'till',
        tillId,
        `closed with ${till.charges} charges of ${till.amount}`,
        `${said.charges} of ${said.amount}`,
      );
    }
    this.#move(tillId, TILL_STATUS.closed);
    till.started.clear();
    till.ended = new Set();
  }

  #settled({
    leaseId,
    consumed,
    byToken,
  }: {
    readonly leaseId: string;
    readonly consumed: number;
    readonly byToken: ByToken;
  }): void {
    const lease = this.#leases.get(leaseId);
    this.#leases.delete(leaseId);
    // A lease that was never granted is the account fold's finding.
    if (lease === undefined) return;
    const [expected, seen] = [perToken(lease.byToken), perToken(byToken)];
    if (consumed !== lease.consumed)
      this.#findings.add('lease', `${leaseId} settled`, `${lease.consumed}, as its till says`, consumed, {
        amount: BigInt(consumed - lease.consumed),
      });
    else if (expected !== seen) this.#findings.add('lease', `${leaseId} settled`, `by token ${expected}`, seen);
  }
}

/** Tokens that used nothing may be named or not. */
const perToken = (byToken: ByToken): string =>
  JSON.stringify(
    Object.entries(byToken)
      .filter(([, amount]) => amount !== 0)
      .sort(([one], [other]) => Number(one) - Number(other)),
  );
