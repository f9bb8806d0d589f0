import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { COUNT_LETTERS_MAX, COUNT_TIMEOUT_MS, COUNTER_IDLE_MS, COUNTS_WAITING_MAX } from '../limits.ts';
import { type Count, type Encoding, estimatedTokens, type TokenCounter } from './token-counter.ts';

type Waiting = {
  readonly texts: readonly string[];
  readonly resolve: (count: Count) => void;
  readonly limit: NodeJS.Timeout;
};

/** The package names the file, so that it is found from the sources and from a built program alike. */
const WORKER_FILE = createRequire(import.meta.url).resolve('@ledgate/relay/usage/count-worker');

/** Counts in a thread that is started when first needed and ended when idle. When it is too busy, too slow or broken, estimates stand in. */
export class WorkerTokenCounter implements TokenCounter {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  count(encoding: Encoding, texts: readonly string[]): Promise<Count> {
    if (texts.every((text) => text === '')) return Promise.resolve({ tokens: 0, exact: true });
    const letters = texts.reduce((sum, text) => sum + text.length, 0);
    if (letters > COUNT_LETTERS_MAX || this.#waiting.size >= COUNTS_WAITING_MAX)
      return Promise.resolve({ tokens: estimatedTokens(texts), exact: false });
    return new Promise((resolve) => {
      this.#lastId += 1;
      const id = this.#lastId;
      const limit = setTimeout(() => this.#answer(id, null), COUNT_TIMEOUT_MS);
      this.#waiting.set(id, { texts, resolve, limit });
      this.#running().postMessage({ id, encoding, texts });
    });
  }

  async close(): Promise<void> {
    await this.#stop();
  }

  #running(): Worker {
    clearTimeout(this.#idle);
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(WORKER_FILE, { execArgv: [] });
    worker.unref();
    worker.on('message', ({ id, tokens }: { id: number; tokens: number | null }) => this.#answer(id, tokens));
    worker.on('error', () => this.#lost(worker));
    worker.on('exit', () => this.#lost(worker));
    this.#worker = worker;
    return worker;
  }

  #answer(id: number, tokens: number | null): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.limit);
    waiting.resolve(
      tokens === null ? { tokens: estimatedTokens(waiting.texts), exact: false } : { tokens, exact: true },
    );
    if (this.#waiting.size > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#stop(), COUNTER_IDLE_MS);
    this.#idle.unref();
  }

  #lost(worker: Worker): void {
    if (worker === this.#worker) this.#worker = undefined;
    else return;
    for (const id of this.#waiting.keys()) this.#answer(id, null);
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#lost(worker);
    await worker.terminate();
  }
}
