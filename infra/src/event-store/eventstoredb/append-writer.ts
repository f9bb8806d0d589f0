import { setTimeout as sleep } from 'node:timers/promises';
import { type AppendOutcome, type Appended, type Conflict, NO_STREAM, type Position, type Revision, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { AppendLane, type Batch, type PendingAppend, endOf, eventsOf } from './append-lane.ts';
import { positionOf } from './event-codec.ts';
import type { EventReader } from './event-reader.ts';
import { StoreRefused, appendFailure, unavailable } from './failures.ts';
import { APPEND_TIMEOUT_MS, ATTEMPT_TIMEOUT_MS, CLOSE_TIMEOUT_MS, QUEUE_BYTES_MAX, QUEUE_EVENTS_MAX, RETRY_FIRST_MS, RETRY_MAX_MS } from './limits.ts';
import type { StoreClient } from './store-client.ts';

export type AppendWriterOptions = {
  readonly appendTimeoutMs?: number | undefined;
  readonly attemptTimeoutMs?: number | undefined;
  /** Called after each append that was written. */
  readonly onWritten: () => void;
};

/** What is known of a batch in the end. */
type Judgement = { readonly outcome: 'appended'; readonly position: Position } | Conflict | { readonly outcome: 'refused'; readonly error: Error };

/**
 * The process's appends: one batch of a stream is under way at a time, what comes meanwhile goes together in the next. Nothing waits on an idle
 * stream.
 *
 * A batch whose outcome is unknown is tried again, whole and unchanged, until its outcome is known, and nothing else is sent to its stream until
 * then. Its callers wait for that no longer than their time-out; what they try again afterwards stands behind it and is judged by the
 * store, which knows the beginning, the middle and the end of a batch by revision and ids. So the number of batches of unknown outcome is
 * never above that of appends under way.
 */
export class AppendWriter {
  readonly #client: StoreClient;
  readonly #reader: EventReader;
  readonly #options: AppendWriterOptions;
  readonly #timeoutMs: number;
  readonly #lanes = new Map<string, AppendLane>();
  readonly #ready: AppendLane[] = [];
  readonly #underWay = new Set<Promise<void>>();
  readonly #answering = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #isPumping = false;
  #queued = { events: 0, bytes: 0 };
  #isClosed = false;

  constructor(client: StoreClient, reader: EventReader, options: AppendWriterOptions) {
    this.#client = client;
    this.#reader = reader;
    this.#options = options;
    this.#timeoutMs = options.appendTimeoutMs ?? APPEND_TIMEOUT_MS;
  }

  append({ stream, expected, events, bytes }: Omit<PendingAppend, 'settle' | 'fail'>): Promise<AppendOutcome> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailable('the event store is closed'));
    if (this.#queued.events + events.length > QUEUE_EVENTS_MAX || this.#queued.bytes + bytes > QUEUE_BYTES_MAX) {
      return Promise.reject(new StoreUnavailable(`${this.#queued.events} events wait to be written; more than ${QUEUE_EVENTS_MAX} or ${QUEUE_BYTES_MAX} bytes may not`));
    }
    return new Promise((resolve, reject) => {
      const lane = this.#lanes.get(stream) ?? new AppendLane(stream);
      const timer = setTimeout(() => this.#timeOut(lane, pending), this.#timeoutMs);
      const pending: PendingAppend = {
        stream, expected, events, bytes,
        settle: (outcome) => { clearTimeout(timer); resolve(outcome); },
        fail: (error) => { clearTimeout(timer); reject(error); },
      };
      this.#count(1, [pending]);
      this.#lanes.set(stream, lane);
      lane.add(pending);
      this.#offer(lane);
    });
  }

  /** Waits for what is under way or waits, but not for a store that does not answer. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const timer = setTimeout(() => this.#closing.abort(), CLOSE_TIMEOUT_MS);
    while (this.#underWay.size > 0 || this.#answering.size > 0 || this.#isPumping) {
      await Promise.all([...this.#underWay, ...this.#answering]);
      await nextTurn();
    }
    clearTimeout(timer);
  }

  #offer(lane: AppendLane): void {
    if (lane.state !== 'idle') return;
    lane.state = 'ready';
    this.#ready.push(lane);
    if (this.#isPumping) return;
    this.#isPumping = true;
    // All callers of this turn of the event loop go together.
    void nextTurn().then(() => { this.#isPumping = false; this.#pump(); });
  }

  #pump(): void {
    while (this.#underWay.size < this.#client.appendsMax) {
      const lane = this.#ready.shift();
      if (lane === undefined) return;
      const batch = lane.take();
      if (batch === undefined) {
        this.#lanes.delete(lane.stream);
        continue;
      }
      lane.state = 'under way';
      const writing = this.#write(lane, batch).finally(() => {
        this.#underWay.delete(writing);
        this.#count(-1, batch.members);
        lane.state = 'idle';
        if (lane.isEmpty) this.#lanes.delete(lane.stream);
        else this.#offer(lane);
        this.#pump();
      });
      this.#underWay.add(writing);
    }
  }

  async #write(lane: AppendLane, batch: Batch): Promise<void> {
    try {
      const judgement = await this.#judged(batch);
      const [only, ...others] = batch.members;
      if (judgement.outcome === 'appended') {
        this.#options.onWritten();
        const answering = this.#answer(batch, judgement.position).finally(() => { this.#answering.delete(answering); });
        this.#answering.add(answering);
      } else if (others.length > 0) {
        // Nothing was written. Whose append is the cause is found by asking for each alone.
        this.#count(1, batch.members);
        lane.putApart(batch.members);
      } else if (judgement.outcome === 'conflict') {
        only?.settle(judgement);
      } else {
        only?.fail(judgement.error);
      }
    } catch (error) {
      for (const { fail } of batch.members) fail(unavailable(error));
    }
  }

  /** Tries until the outcome is known; throws StoreUnavailable when it cannot be known any more: refused after an answer was lost, or closed. */
  async #judged(batch: Batch): Promise<Judgement> {
    for (let [attempt, pauseMs] = [1, RETRY_FIRST_MS]; ; attempt += 1, pauseMs = Math.min(2 * pauseMs, RETRY_MAX_MS)) {
      try {
        return await this.#attempt(batch);
      } catch (error) {
        const failure = error instanceof StoreRefused ? { kind: 'refused', error } as const : appendFailure(error);
        if (failure.kind === 'conflict') return { outcome: 'conflict', actual: failure.actual };
        // A refusal says nothing about an earlier attempt: what was lost then may have been written.
        if (failure.kind === 'refused' && attempt > 1) throw new StoreUnavailable(`of an append on ${batch.stream} nothing is known`, { cause: failure.error });
        if (failure.kind === 'refused') return { outcome: 'refused', error: failure.error };
        if (this.#closing.signal.aborted) throw unavailable(failure.error);
      }
      await sleep(pauseMs * (1 - Math.random() / 2), undefined, { signal: this.#closing.signal }).catch(() => undefined);
    }
  }

  async #attempt(batch: Batch): Promise<Judgement> {
    const events = eventsOf(batch);
    const expected = batch.expected < 0 ? NO_STREAM : BigInt(batch.expected);
    const result = await this.#client.append(batch.stream, expected, events, this.#options.attemptTimeoutMs ?? ATTEMPT_TIMEOUT_MS);
    const revision = BigInt(batch.expected + events.length);
    if (!result.success || result.nextExpectedRevision !== revision) {
      throw new StoreRefused(`an append on ${batch.stream} should have ended at revision ${revision}, and EventStoreDB says ${result.nextExpectedRevision}`);
    }
    return { outcome: 'appended', position: positionOf(result.position) };
  }

  /** The store names the position of the batch's last event only; where others ended inside it, theirs are read. */
  async #answer({ stream, expected, members }: Batch, position: Position): Promise<void> {
    const inside = members.slice(0, -1);
    const [last, lastInside] = [members.at(-1), inside.at(-1)];
    last?.settle(appended(last, position));
    if (lastInside === undefined) return;
    try {
      const written = await this.#reader.stream(stream, expected + 1 as Revision, endOf(lastInside) - expected);
      for (const member of inside) {
        const event = written[endOf(member) - expected - 1];
        if (event === undefined) throw new StoreUnavailable(`what was appended to ${stream} cannot be read back`);
        member.settle(appended(member, event.position));
      }
    } catch (error) {
      for (const { fail } of inside) fail(unavailable(error));
    }
  }

  /** What was sent goes on; what was not is not sent any more. */
  #timeOut(lane: AppendLane, pending: PendingAppend): void {
    const error = new StoreUnavailable(`no answer to an append on ${pending.stream} within ${this.#timeoutMs} ms`);
    const givenUp = lane.giveUp(pending);
    this.#count(-1, givenUp);
    for (const { fail } of givenUp) fail(error);
    pending.fail(error);
  }

  #count(sign: 1 | -1, appends: readonly PendingAppend[]): void {
    for (const { events, bytes } of appends) {
      this.#queued.events += sign * events.length;
      this.#queued.bytes += sign * bytes;
    }
  }
}

const appended = (append: PendingAppend, position: Position): Appended => ({ outcome: 'appended', revision: endOf(append) as Revision, position });
const nextTurn = (): Promise<void> => new Promise((resolve) => { setImmediate(resolve); });
