import { unknownEvent } from '../events/written-by-later-release.ts';
import type { LeaseId, RequestId } from '../shared/ids.ts';
import { add, quota, ZERO, type Quota } from '../shared/quota.ts';
import type { ByToken } from '../shared/schemas.ts';
import type { Charge } from './charge.ts';
import type { TillEvent, TillEventOf } from './events.ts';
import { type ExistingTill, initialTill, type LeaseConsumption, type Till } from './state.ts';

/** A till holds up to tens of thousands of requests, so it is folded in place and handed out when all is read. */
class TillFold {
  #till: Till = initialTill;
  readonly #started = new Map<RequestId, TillEventOf<'ConsumptionStarted'>['data']>();
  readonly #ended = new Map<RequestId, { readonly amount: Quota; readonly interrupted: boolean }>();
  readonly #leases = new Map<LeaseId, LeaseConsumption>();

  constructor(before: Till) {
    if (before.status === 'missing') return;
    this.#till = { ...before, started: this.#started, ended: this.#ended, leases: this.#leases };
    for (const entry of before.started) this.#started.set(...entry);
    for (const entry of before.ended) this.#ended.set(...entry);
    for (const entry of before.leases) this.#leases.set(...entry);
  }

  apply(event: TillEvent): void {
    const revision = this.#till.revision + 1;
    if (event.type === 'TillOpened') {
      const { tillId, relayId } = event.data;
      this.#till = {
        status: 'open',
        revision,
        tillId,
        relayId,
        started: this.#started,
        ended: this.#ended,
        leases: this.#leases,
      };
      return;
    }
    if (this.#till.status === 'missing') throw new Error(`till stream begins with ${event.type}`);
    this.#till = { ...this.#till, revision, status: statusAfter(event, this.#till.status) };
    switch (event.type) {
      case 'ConsumptionStarted':
        this.#started.set(event.data.requestId, event.data);
        return;
      case 'ConsumptionRecorded':
        this.#end(event.data.requestId, event.data.amount, event.data.interrupted);
        this.#consume(event.data);
        return;
      case 'AttemptsFailed':
        this.#end(event.data.requestId, ZERO, false);
        return;
      case 'TillFenced':
      case 'TillClosed':
        return;
      default:
        unknownEvent(event);
    }
  }

  till(): Till {
    return this.#till;
  }

  #end(requestId: RequestId, amount: Quota, interrupted: boolean): void {
    this.#started.delete(requestId);
    this.#ended.set(requestId, { amount, interrupted });
  }

  #consume(charge: Charge): void {
    const before = this.#leases.get(charge.leaseId);
    this.#leases.set(charge.leaseId, {
      accountId: charge.accountId,
      consumed: add(before?.consumed ?? ZERO, charge.amount),
      byToken: addToToken(before?.byToken ?? {}, charge.tokenId, charge.amount),
    });
  }
}

function statusAfter(event: TillEvent, status: ExistingTill['status']): ExistingTill['status'] {
  if (event.type === 'TillFenced') return 'fenced';
  return event.type === 'TillClosed' ? 'closed' : status;
}

export const addToToken = (byToken: ByToken, tokenId: number, amount: Quota): ByToken => ({
  ...byToken,
  [String(tokenId)]: quota((byToken[String(tokenId)] ?? 0) + amount),
});

/** Folds the events that follow `before` in their stream. */
export function fold(events: Iterable<TillEvent>, before: Till = initialTill): Till {
  const till = new TillFold(before);
  for (const event of events) till.apply(event);
  return till.till();
}
