import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import {
  COUNT_CHARACTERS_MAX,
  COUNT_TIMEOUT_MS,
  COUNTER_IDLE_MS,
  COUNTS_POSTED_CHARACTERS_MAX,
  COUNTS_POSTED_MAX,
  COUNTS_WAITING_MAX,
  FREE_COUNTS_WAITING_MAX,
} from '../limits.ts';
import {
  type Count,
  type CountLane,
  type Encoding,
  estimatedTokens,
  charactersIn,
  type TokenCounter,
} from './token-counter.ts';

type Waiting = {
  readonly encoding: Encoding;
  readonly texts: readonly string[];
  readonly characters: number;
  readonly resolve: (count: Count) => void;
  readonly limit: NodeJS.Timeout;
};

type Lane = { readonly waiting: Set<Waiting>; readonly waitingMax: number };

/** The package names the file, so that it is found from the sources and from a built program alike. */
const WORKER_FILE = createRequire(import.meta.url).resolve('@ledgate/relay/usage/count-worker');

/**
 * Counts in a thread that is started when first needed and ended when idle. When it is too busy, too slow or broken, estimates stand in. Texts wait
 * here and not in the thread's own queue: what nobody waits for any more never gets there, and what is charged goes before what is not.
 */
export class WorkerTokenCounter implements TokenCounter {
  readonly #start: () => Worker;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;
  readonly #lanes: Readonly<Record<CountLane, Lane>> = {
    charged: { waiting: new Set(), waitingMax: COUNTS_WAITING_MAX },
    free: { waiting: new Set(), waitingMax: FREE_COUNTS_WAITING_MAX },
  };
  /** What the thread has not answered yet, also where an estimate has long been taken. */
  readonly #posted = new Map<number, Waiting>();
  #postedCharacters = 0;

  /** `start`: a thread that runs count-worker.mjs. */
  constructor(start = (): Worker => new Worker(WORKER_FILE, { execArgv: [] })) {
    this.#start = start;
  }

  count(encoding: Encoding, texts: readonly string[], lane: CountLane = 'charged'): Promise<Count> {
    if (texts.every((text) => text === '')) return Promise.resolve({ tokens: 0, exact: true });
    const characters = charactersIn(texts);
    const { waiting, waitingMax } = this.#lanes[lane];
    if (characters > COUNT_CHARACTERS_MAX || waiting.size >= waitingMax)
      return Promise.resolve({ tokens: estimatedTokens(texts), exact: false });
    return new Promise((resolve) => {
      const limit = setTimeout(() => {
        waiting.delete(one);
        answer(one, null);
      }, COUNT_TIMEOUT_MS);
      const one: Waiting = { encoding, texts, characters, resolve, limit };
      waiting.add(one);
      this.#post();
    });
  }

  async close(): Promise<void> {
    await this.#stop();
  }

  #post(): void {
    for (const { waiting } of [this.#lanes.charged, this.#lanes.free]) {
      for (const one of waiting) {
        if (!this.#hasRoomFor(one)) return;
        waiting.delete(one);
        this.#lastId += 1;
        this.#posted.set(this.#lastId, one);
        this.#postedCharacters += one.characters;
        this.#running().postMessage({ id: this.#lastId, encoding: one.encoding, texts: one.texts });
      }
    }
  }

  #hasRoomFor({ characters }: Waiting): boolean {
    if (this.#posted.size === 0) return true;
    return this.#posted.size < COUNTS_POSTED_MAX && this.#postedCharacters + characters <= COUNTS_POSTED_CHARACTERS_MAX;
  }

  #running(): Worker {
    clearTimeout(this.#idle);
    if (this.#worker !== undefined) return this.#worker;
    const worker = this.#start();
    worker.unref();
    worker.on('message', ({ id, tokens }: { id: number; tokens: number | null }) => this.#counted(id, tokens));
    worker.on('error', () => this.#lost(worker));
    worker.on('exit', () => this.#lost(worker));
    this.#worker = worker;
    return worker;
  }

  #counted(id: number, tokens: number | null): void {
    const one = this.#posted.get(id);
    if (one === undefined) return;
    this.#posted.delete(id);
    this.#postedCharacters -= one.characters;
    answer(one, tokens);
    this.#post();
    if (this.#posted.size > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#stop(), COUNTER_IDLE_MS);
    this.#idle.unref();
  }

  #lost(worker: Worker): void {
    if (worker === this.#worker) this.#worker = undefined;
    else return;
    const { charged, free } = this.#lanes;
    const all = [...this.#posted.values(), ...charged.waiting, ...free.waiting];
    this.#posted.clear();
    this.#postedCharacters = 0;
    charged.waiting.clear();
    free.waiting.clear();
    for (const one of all) answer(one, null);
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#lost(worker);
    await worker.terminate();
  }
}

/** To whoever still waits for it. */
function answer({ texts, resolve, limit }: Waiting, tokens: number | null): void {
  clearTimeout(limit);
  resolve(tokens === null ? { tokens: estimatedTokens(texts), exact: false } : { tokens, exact: true });
}
