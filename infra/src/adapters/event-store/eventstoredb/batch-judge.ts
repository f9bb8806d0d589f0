import { type Conflict, NO_STREAM, type Position, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { pause } from '@ledgate/projections/shared/pause';
import { type Batch, eventsOf } from './append-lane.ts';
import { positionOf } from './event-codec.ts';
import { StoreRefused, appendFailure } from './failures.ts';
import { ATTEMPT_TIMEOUT_MS, RENEW_AFTER_ATTEMPTS, RETRY_FIRST_MS, RETRY_MAX_MS } from './limits.ts';
import type { StoreClient } from './store-client.ts';

/** What is known of a batch in the end. */
export type Judgement =
  | { readonly outcome: 'appended'; readonly position: Position }
  | Conflict
  | { readonly outcome: 'refused'; readonly error: Error };

/** Asks the store to append a batch, again and again, one attempt at a time, until what became of it is known. */
export class BatchJudge {
  readonly #client: StoreClient;
  readonly #closing: AbortSignal;
  readonly #attemptTimeoutMs: number;

  /** Nothing is tried again after `closing`. */
  constructor(client: StoreClient, closing: AbortSignal, attemptTimeoutMs = ATTEMPT_TIMEOUT_MS) {
    this.#client = client;
    this.#closing = closing;
    this.#attemptTimeoutMs = attemptTimeoutMs;
  }

  /** Tries until the outcome is known; throws StoreUnavailable when it cannot be known any more: refused after an answer was lost, or closed. */
  async judge(batch: Batch): Promise<Judgement> {
    for (let [attempt, pauseMs] = [1, RETRY_FIRST_MS]; ; attempt += 1, pauseMs = Math.min(2 * pauseMs, RETRY_MAX_MS)) {
      if (this.#closing.aborted)
        throw new StoreUnavailable(`the event store was closed before an append on ${batch.stream} was answered`);
      try {
        return await this.#attempt(batch);
      } catch (error) {
        const failure = error instanceof StoreRefused ? ({ kind: 'refused', error } as const) : appendFailure(error);
        if (failure.kind === 'conflict') return { outcome: 'conflict', actual: failure.actual };
        // A refusal says nothing about an earlier attempt: what was lost then may have been written.
        if (failure.kind === 'refused' && attempt > 1)
          throw new StoreUnavailable(`of an append on ${batch.stream} nothing is known`, { cause: failure.error });
        if (failure.kind === 'refused') return { outcome: 'refused', error: failure.error };
        // The client reconnects by itself, but keeps some failures for good.
        if (attempt >= RENEW_AFTER_ATTEMPTS) await this.#client.renew();
      }
      await pause(pauseMs * (1 - Math.random() / 2), this.#closing);
    }
  }

  async #attempt(batch: Batch): Promise<Judgement> {
    const events = eventsOf(batch);
    const expected = batch.expected < 0 ? NO_STREAM : BigInt(batch.expected);
    const result = await this.#client.append(batch.stream, expected, events, this.#attemptTimeoutMs);
    const revision = BigInt(batch.expected + events.length);
    if (!result.success || result.nextExpectedRevision !== revision) {
      throw new StoreRefused(
        `an append on ${batch.stream} should have ended at revision ${revision}, and EventStoreDB says ${result.nextExpectedRevision}`,
      );
    }
    // The server knows the events by their ids, and readers do not see them any more.
    if (result.position === undefined)
      throw new StoreRefused(
        `what was appended to ${batch.stream} before is hidden: deleted or truncated on EventStoreDB`,
      );
    return { outcome: 'appended', position: positionOf(result.position) };
  }
}
