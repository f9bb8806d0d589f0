import { setTimeout as sleep } from 'node:timers/promises';
import { type AppendOutcome, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { type TextAppend, appendBatch } from './append-batch.ts';
import { AppendQueue, type PendingAppend } from './append-queue.ts';
import { type Connection, connect, unavailable } from './connection.ts';
import { KnownRevisions } from './known-revisions.ts';
import { APPEND_TIMEOUT_MS, RECONNECT_FIRST_MS, RECONNECT_MAX_MS } from './limits.ts';

export type AppendWriterOptions = {
  readonly url: string;
  readonly appendTimeoutMs?: number;
  /** Called after each transaction, before its callers are answered. */
  readonly onWritten: () => void;
};

/**
 * The process's one writer: one transaction at a time on one connection; appends that come meanwhile share the next one. When the connection
 * is lost, what was under way has an unknown outcome and what waits goes on waiting, each until its own time-out.
 */
export class AppendWriter {
  readonly #options: Required<AppendWriterOptions>;
  readonly #queue = new AppendQueue();
  readonly #known = new KnownRevisions();
  #connection: Connection | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(options: AppendWriterOptions, connection: Connection) {
    this.#options = { appendTimeoutMs: APPEND_TIMEOUT_MS, ...options };
    this.#connection = connection;
  }

  append(append: TextAppend): Promise<AppendOutcome> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('the event store is closed'));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#timeOut(pending), this.#options.appendTimeoutMs);
      const pending: PendingAppend = {
        ...append,
        size: append.events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0),
        settle: (outcome) => { clearTimeout(timer); resolve(outcome); },
        fail: (error) => { clearTimeout(timer); reject(error); },
      };
      try {
        this.#queue.add(pending);
      } catch (error) {
        pending.fail(unavailable(error));
        return;
      }
      this.#running ??= this.#run();
    });
  }

  /** Waits for what is under way or waits. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
    await this.#connection?.end();
  }

  async #run(): Promise<void> {
    // All callers of this turn of the event loop share the transaction, above all those whom the last one has just answered.
    await nextTurn();
    while (!this.#queue.isEmpty) {
      const connection = await this.#connected();
      const appends = this.#queue.take();
      if (connection === undefined || appends.length === 0) continue;
      await this.#write(connection, appends);
      await nextTurn();
    }
    this.#running = undefined;
  }

  async #write(connection: Connection, appends: readonly PendingAppend[]): Promise<void> {
    try {
      const outcomes = await appendBatch(connection.client, appends, this.#known);
      this.#options.onWritten();
      for (const [index, outcome] of outcomes.entries()) appends[index]?.settle(outcome);
    } catch (error) {
      connection.destroy();
      for (const { fail } of appends) fail(unavailable(error));
    }
  }

  /** Undefined when nobody waits any more. */
  async #connected(): Promise<Connection | undefined> {
    for (let pauseMs = RECONNECT_FIRST_MS; !this.#queue.isEmpty; pauseMs = Math.min(pauseMs * 2, RECONNECT_MAX_MS)) {
      if (this.#connection?.isLost() === false) return this.#connection;
      this.#known.clear();
      this.#connection = await connect(this.#options.url).catch(() => undefined);
      if (this.#connection === undefined) await sleep(pauseMs);
    }
    return undefined;
  }

  /** What was not sent yet is not sent any more. What was sent has a connection that does not answer: it is cut. */
  #timeOut(pending: PendingAppend): void {
    if (!this.#queue.remove(pending)) this.#connection?.destroy();
    pending.fail(new StoreUnavailable(`no answer to an append on ${pending.stream} within ${this.#options.appendTimeoutMs} ms`));
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => { setImmediate(resolve); });
