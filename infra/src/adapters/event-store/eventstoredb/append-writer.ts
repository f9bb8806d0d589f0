import {
  type AppendOutcome,
  type Appended,
  type Position,
  type Revision,
  StoreUnavailable,
} from '@ledgate/domain/ports/event-store';
import { AppendLane, type Batch, type PendingAppend, endOf } from './append-lane.ts';
import { BatchJudge } from './batch-judge.ts';
import type { EventReader } from './event-reader.ts';
import { unavailable } from './failures.ts';
import { APPEND_TIMEOUT_MS, CLOSE_TIMEOUT_MS, QUEUE_BYTES_MAX, QUEUE_EVENTS_MAX } from './limits.ts';
import type { StoreClient } from './store-client.ts';
import { nextTurn } from '../next-turn.ts';

export type AppendWriterOptions = {
  readonly appendTimeoutMs?: number | undefined;
  readonly attemptTimeoutMs?: number | undefined;
  /** Called after each append that was written. */
  readonly onWritten: () => void;
};

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
  readonly #timedOut = new WeakSet<PendingAppend>();
  readonly #closing = new AbortController();
  readonly #judge: BatchJudge;
  #isPumping = false;
  #queued = { events: 0, bytes: 0 };
  #isClosed = false;

  constructor(client: StoreClient, reader: EventReader, options: AppendWriterOptions) {
    this.#client = client;
    this.#reader = reader;
    this.#options = options;
    this.#timeoutMs = options.appendTimeoutMs ?? APPEND_TIMEOUT_MS;
    this.#judge = new BatchJudge(client, this.#closing.signal, options.attemptTimeoutMs);
  }

  append(asked: Omit<PendingAppend, 'settle' | 'fail'>): Promise<AppendOutcome> {
    const { stream, events, bytes } = asked;
    if (this.#isClosed) return Promise.reject(new StoreUnavailable('the event store is closed'));
    if (this.#queued.events + events.length > QUEUE_EVENTS_MAX || this.#queued.bytes + bytes > QUEUE_BYTES_MAX) {
      const most = `${QUEUE_EVENTS_MAX} or ${QUEUE_BYTES_MAX} bytes`;
      return Promise.reject(
        new StoreUnavailable(`${this.#queued.events} events wait to be written; more than ${most} may not`),
      );
    }
    return new Promise((resolve, reject) => {
      const lane = this.#lanes.get(stream) ?? new AppendLane(stream);
      const timer = setTimeout(() => this.#timeOut(lane, pending), this.#timeoutMs);
      const pending: PendingAppend = {
        ...asked,
        settle: (outcome) => {
          clearTimeout(timer);
          resolve(outcome);
        },
        fail: (error) => {
          clearTimeout(timer);
          reject(error);
        },
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
    void nextTurn().then(() => {
      this.#isPumping = false;
      this.#pump();
    });
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
      const judgement = await this.#judge.judge(batch);
      const [only, ...others] = batch.members;
      if (judgement.outcome === 'appended') {
        const answering = this.#answer(batch, judgement.position).finally(() => {
          this.#answering.delete(answering);
        });
        this.#answering.add(answering);
        this.#options.onWritten();
      } else if (others.length > 0) {
        // Nothing was written. Whose append is the cause is found by asking for each alone whose caller still waits.
        const awaited = batch.members.filter((member) => !this.#timedOut.has(member));
        this.#count(1, awaited);
        lane.putApart(awaited);
      } else if (judgement.outcome === 'conflict') {
        only?.settle(judgement);
      } else {
        only?.fail(judgement.error);
      }
    } catch (error) {
      for (const { fail } of batch.members) fail(unavailable(error));
    }
  }

  /** The store names the position of the batch's last event only; where others that want theirs ended inside it, theirs are read. */
  async #answer({ stream, members }: Batch, position: Position): Promise<void> {
    const wanting: PendingAppend[] = [];
    for (const [index, member] of members.entries()) {
      if (!member.wantsPosition) member.settle(appended(member, undefined));
      else if (index === members.length - 1) member.settle(appended(member, position));
      else wanting.push(member);
    }
    const [first, last] = [wanting[0], wanting.at(-1)];
    if (first === undefined || last === undefined) return;
    try {
      const from = endOf(first);
      const written = await this.#reader.stream(stream, from as Revision, endOf(last) - from + 1);
      for (const member of wanting) {
        const event = written[endOf(member) - from];
        if (event === undefined) throw new StoreUnavailable(`what was appended to ${stream} cannot be read back`);
        member.settle(appended(member, event.position));
      }
    } catch (error) {
      for (const { fail } of wanting) fail(unavailable(error));
    }
  }

  /** What was sent goes on; what was not is not sent any more. */
  #timeOut(lane: AppendLane, pending: PendingAppend): void {
    const error = new StoreUnavailable(`no answer to an append on ${pending.stream} within ${this.#timeoutMs} ms`);
    this.#timedOut.add(pending);
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

const appended = (append: PendingAppend, position: Position | undefined): Appended => ({
  outcome: 'appended',
  revision: endOf(append) as Revision,
  position,
});
