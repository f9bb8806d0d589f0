import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { TillEvent } from '@ledgate/domain/till/events';
import type { Recorded } from './cashier.ts';
import type { Outcome, RequestPart } from './parts.ts';

/**
 * The one end of a request on its way into the ledger. Whoever waits for it can be told that it takes too long; the end itself goes on until it
 * is recorded, in the till or, after a fence, on the account: the upstream has worked for it.
 */
export class RequestEnd {
  readonly request: RequestPart;
  readonly outcome: Outcome;
  readonly sinceMs: number;
  readonly #resolve: (recorded: Recorded | undefined) => void;
  readonly #reject: (error: StoreUnavailable) => void;

  constructor(
    request: RequestPart,
    outcome: Outcome,
    sinceMs: number,
    resolve: (recorded: Recorded | undefined) => void,
    reject: (error: StoreUnavailable) => void,
  ) {
    this.request = request;
    this.outcome = outcome;
    this.sinceMs = sinceMs;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  event(): TillEvent {
    if ('charge' in this.outcome)
      return { type: 'ConsumptionRecorded', data: { ...this.outcome.charge, interrupted: false } };
    const { requestId, account } = this.request;
    return {
      type: 'AttemptsFailed',
      data: {
        requestId,
        accountId: account.accountId,
        ...this.outcome.failure,
        attempts: [...this.outcome.failure.attempts],
      },
    };
  }

  /** It is durable, in the till or on the account; undefined: it is not known where. */
  done(recorded: Recorded | undefined): void {
    this.#resolve(recorded);
  }

  /** Tells who waits for a charge that it is not durable in time; who waits for the end of a failed request has nothing to hold back. */
  tooLate(): void {
    if ('charge' in this.outcome) this.#reject(new StoreUnavailable('the charge could not be recorded in time'));
    else this.#resolve(undefined);
  }
}
