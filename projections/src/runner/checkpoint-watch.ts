import type { Position } from '@ledgate/domain/ports/event-store';
import { signalled } from '../directory/wait.ts';
import { WATCH_ANSWER_MAX_MS, WATCH_POLL_MS } from '../limits.ts';
import { liveCheckpoints } from '../schema/checkpoints.ts';
import { GENERATION_SHAPE } from '../schema/shape.ts';
import type { Database } from '../shared/database.ts';
import { pause } from '../shared/pause.ts';
import type { Partition } from './partition.ts';
import type { Waiters } from './waiters.ts';

/** Tells the waiters what other processes apply: the checkpoints are asked for while somebody waits, and never otherwise. */
export class CheckpointWatch {
  readonly #pool: Database;
  readonly #waiters: Waiters;
  readonly #shape: number;
  readonly #stopped = new AbortController();
  #generation: number | undefined;
  #waiting = 0;
  #asking: Promise<void> | undefined;
  #polling: Promise<void> | undefined;

  constructor(pool: Database, waiters: Waiters, shape = GENERATION_SHAPE) {
    this.#pool = pool;
    this.#waiters = waiters;
    this.#shape = shape;
  }

  async waitFor(position: Position, timeoutMs: number, of: Partition | undefined): Promise<boolean> {
    const waiters = this.#waiters;
    // Where nothing moves here, others may have moved it.
    if (position > waiters.position(of) && (timeoutMs <= 0 || waiters.inVain(position, of))) await this.#look();
    if (timeoutMs <= 0) return waiters.waitFor(position, 0, of);
    this.#waiting += 1;
    try {
      const reached = waiters.waitFor(position, timeoutMs, of);
      this.#polling ??= this.#poll();
      return await reached;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Ends when no question is under way any more. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#polling;
    await this.#asking;
  }

  async #poll(): Promise<void> {
    while (this.#waiting > 0 && !this.#stopped.signal.aborted) {
      await this.#look();
      if (this.#waiting > 0) await pause(WATCH_POLL_MS, this.#stopped.signal);
    }
    this.#polling = undefined;
  }

  /** One question at a time, however many ask; none of them waits for longer than its answer may take, also where there is no connection to ask by. */
  async #look(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    const asking = this.#asking;
    await signalled((answered) => {
      void asking.then(answered);
      return () => undefined;
    }, WATCH_ANSWER_MAX_MS);
  }

  /** Nothing is seen where Postgres does not answer. A generation that is not the one that was known may stand before it. */
  async #ask(): Promise<void> {
    const seen = await liveCheckpoints(this.#pool, { shape: this.#shape, answerMaxMs: WATCH_ANSWER_MAX_MS }).catch(
      () => undefined,
    );
    if (seen === undefined || seen.positions.length === 0) return;
    const { generation, positions } = seen;
    if (this.#generation === undefined || this.#generation === generation) this.#waiters.see(positions);
    else this.#waiters.become(positions);
    this.#generation = generation;
  }
}
