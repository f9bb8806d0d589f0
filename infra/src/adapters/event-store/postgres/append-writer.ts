import { setTimeout as sleep } from 'node:timers/promises';
import { type AppendOutcome, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { appendBatch } from './append-batch.ts';
import { AppendQueue, type PendingAppend } from './append-queue.ts';
import { type Connection, connect, unavailable } from './connection.ts';
import { KnownRevisions } from './known-revisions.ts';
import {
  APPEND_TIMEOUT_MS,
  OVERLAP_APPENDS_MIN,
  OVERLAP_BELOW_MS,
  RECONNECT_FIRST_MS,
  RECONNECT_MAX_MS,
} from './limits.ts';
import type { TextAppend } from './text-append.ts';
import { nextTurn } from '../next-turn.ts';

export type AppendWriterOptions = {
  readonly url: string;
  readonly appendTimeoutMs?: number | undefined;
  /** Called after each transaction. */
  readonly onWritten: () => void;
};

/**
 * The process's one writer, on one connection. Nothing waits on an idle writer; what comes while a transaction is under way shares the next.
 * Where transactions are quick, a second one is sent behind the first, so that the database writes while this process answers its callers;
 * where a commit is slow, larger transactions are worth more and there is only one.
 *
 * When the connection is lost, what was under way has an unknown outcome; what waits goes on waiting, each append until its own time-out.
 */
export class AppendWriter {
  readonly #options: AppendWriterOptions;
  readonly #timeoutMs: number;
  readonly #queue = new AppendQueue();
  readonly #known = new KnownRevisions();
  readonly #underWay = new Set<Promise<void>>();
  #connection: Connection | undefined;
  #pumping: Promise<void> | undefined;
  #lastTransactionMs = Number.POSITIVE_INFINITY;
  #closed = false;

  constructor(options: AppendWriterOptions, connection: Connection) {
    this.#options = options;
    this.#timeoutMs = options.appendTimeoutMs ?? APPEND_TIMEOUT_MS;
    this.#connection = connection;
  }

  append(append: TextAppend): Promise<AppendOutcome> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('the event store is closed'));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#timeOut(pending), this.#timeoutMs);
      const pending: PendingAppend = {
        ...append,
        size: append.events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0),
        settle: (outcome) => {
          clearTimeout(timer);
          resolve(outcome);
        },
        fail: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      try {
        this.#queue.add(pending);
        this.#pumping ??= this.#pump();
      } catch (error) {
        pending.fail(unavailable(error));
      }
    });
  }

  /** Waits for what is under way or waits. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#pumping !== undefined || this.#underWay.size > 0)
      await Promise.all([this.#pumping, ...this.#underWay]);
    await this.#connection?.end();
  }

  async #pump(): Promise<void> {
    // All callers of this turn of the event loop share a transaction, above all those who have just been answered.
    await nextTurn();
    while (this.#queue.length > 0 && this.#maySend()) {
      const connection = await this.#connected();
      if (connection === undefined) break;
      const isHalf = this.#underWay.size === 0 && this.#isQuick && this.#queue.length >= 2 * OVERLAP_APPENDS_MIN;
      this.#start(connection, this.#queue.take(isHalf ? Math.ceil(this.#queue.length / 2) : this.#queue.length));
    }
    this.#pumping = undefined;
  }

  get #isQuick(): boolean {
    return this.#lastTransactionMs < OVERLAP_BELOW_MS;
  }

  #maySend(): boolean {
    if (this.#underWay.size === 0) return true;
    return this.#underWay.size === 1 && this.#isQuick && this.#queue.length >= OVERLAP_APPENDS_MIN;
  }

  #start(connection: Connection, appends: readonly PendingAppend[]): void {
    const writing = this.#write(connection, appends).then(() => {
      this.#underWay.delete(writing);
      if (this.#queue.length > 0) this.#pumping ??= this.#pump();
    });
    this.#underWay.add(writing);
  }

  async #write(connection: Connection, appends: readonly PendingAppend[]): Promise<void> {
    const startedMs = performance.now();
    try {
      await appendBatch(connection.client, appends, this.#known, (append, outcome) => append.settle(outcome));
      this.#lastTransactionMs = performance.now() - startedMs;
      this.#options.onWritten();
    } catch (error) {
      connection.destroy();
      this.#fail(appends, unavailable(error));
    }
  }

  /** Whoever appends behind an append of unknown outcome would be told of a conflict that may be none: his outcome is as unknown. */
  #fail(appends: readonly PendingAppend[], error: Error): void {
    const streams = new Set(appends.map(({ stream }) => stream));
    for (const { fail } of [...appends, ...this.#queue.remove(({ stream }) => streams.has(stream))]) fail(error);
  }

  /** Undefined when nobody waits any more. */
  async #connected(): Promise<Connection | undefined> {
    for (let pauseMs = RECONNECT_FIRST_MS; this.#queue.length > 0; pauseMs = Math.min(pauseMs * 2, RECONNECT_MAX_MS)) {
      if (this.#connection?.isLost() === false) return this.#connection;
      this.#known.clear();
      this.#connection = await connect(this.#options.url).catch(() => undefined);
      if (this.#connection === undefined) await sleep(pauseMs);
    }
    return undefined;
  }

  /** What was not sent yet is not sent any more. What was sent has a connection that does not answer: it is cut. */
  #timeOut(pending: PendingAppend): void {
    const wasSent = this.#queue.remove((append) => append === pending).length === 0;
    if (wasSent) this.#connection?.destroy();
    this.#fail(
      [pending],
      new StoreUnavailable(`no answer to an append on ${pending.stream} within ${this.#timeoutMs} ms`),
    );
  }
}
