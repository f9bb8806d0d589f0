import { askServer } from './ask-server.ts';
import { release } from './release.ts';
import { Watched } from './watched.ts';

/** Between the loss and the first try, and from one try to the next; the last one holds from there on. */
const DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;
const DELAY_MAX_MS = 15_000;
/** A try that nothing has answered by then has failed. */
const ASK_MAX_MS = 10_000;
/** What is lost again sooner was not back: the tries go on where they were, so that a call that alone fails is not sent every second. */
const STEADY_MS = 15_000;

/** How long after the loss, or after try `tries` in vain, the next one follows. */
export const nextDelayMs = (tries: number): number => DELAYS_MS[tries] ?? DELAY_MAX_MS;

export type ConnectionEdges = {
  /** Asks the server anything. Resolves with what it says of its release, and rejects where nothing answers. */
  readonly ask: (signal: AbortSignal) => Promise<string | undefined>;
  readonly onVersion: (version: string | undefined) => void;
  readonly isInSight: () => boolean;
  readonly nowMs: () => number;
};

/**
 * Whether the server answers (docs/console.md#lost-connection). Calls say what they meet; while it is lost one call at a time asks, after 1 to 15 s, at once
 * when the tab comes into sight or the browser says that there is a network, and never in a hidden tab.
 */
export class Connection {
  /** Since when nothing answers, ms since the epoch; undefined while the server does. */
  readonly lostAtMs = new Watched<number | undefined>(undefined);
  readonly #edges: ConnectionEdges;
  #tries = 0;
  #backAtMs = Number.NEGATIVE_INFINITY;
  /** When a call was answered last, lost or not. */
  #answeredAtMs = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: Promise<boolean> | undefined;
  /** There is hope that came after the question that is on its way: that one may be lost all the same. */
  #isHopeful = false;

  constructor(edges: ConnectionEdges) {
    this.#edges = edges;
  }

  get isLost(): boolean {
    return this.lostAtMs.get() !== undefined;
  }

  /** A call got no answer. */
  lost(): void {
    if (this.isLost) return;
    const nowMs = this.#edges.nowMs();
    if (nowMs - this.#backAtMs > STEADY_MS) this.#tries = 0;
    this.lostAtMs.set(nowMs);
    this.#askLater();
  }

  /** A call was answered, whatever it was told. */
  answered(): void {
    this.#answeredAtMs = this.#edges.nowMs();
    if (!this.isLost) return;
    clearTimeout(this.#timer);
    this.#backAtMs = this.#edges.nowMs();
    this.lostAtMs.set(undefined);
  }

  /** Asks now, unless that is being done. Answers whether the server does. */
  check(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#asking ??= this.#ask().finally(() => {
      const isHopeful = this.#isHopeful;
      this.#isHopeful = false;
      this.#asking = undefined;
      if (this.isLost && isHopeful) void this.check();
      else if (this.isLost) this.#askLater();
    });
    return this.#asking;
  }

  /** The tab has come into sight, or there is a network again. */
  hopeful(): void {
    if (!this.isLost || !this.#edges.isInSight()) return;
    if (this.#asking === undefined) void this.check();
    else this.#isHopeful = true;
  }

  /** The browser says that there is no network; a server on this machine answers all the same. */
  doubtful(): void {
    if (!this.isLost && this.#edges.isInSight()) void this.check();
  }

  /** Resolves when the server answers, or `signal` says that nobody waits any more. */
  back(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        if (this.isLost && signal?.aborted !== true) return;
        stop();
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const stop = this.lostAtMs.subscribe(done);
      signal?.addEventListener('abort', done);
      done();
    });
  }

  async #ask(): Promise<boolean> {
    this.#tries += 1;
    const askedAtMs = this.#edges.nowMs();
    const over = new AbortController();
    const limit = setTimeout(() => over.abort(), ASK_MAX_MS);
    try {
      this.#edges.onVersion(await this.#edges.ask(over.signal));
      this.answered();
      return true;
    } catch {
      // Another call was answered meanwhile.
      if (!this.isLost && this.#answeredAtMs > askedAtMs) return true;
      this.lost();
      return false;
    } finally {
      clearTimeout(limit);
    }
  }

  #askLater(): void {
    clearTimeout(this.#timer);
    if (this.#asking !== undefined) return;
    this.#timer = setTimeout(() => this.hopeful(), nextDelayMs(this.#tries));
  }
}

export const connection = new Connection({
  ask: askServer,
  onVersion: (version) => release.seen(version),
  isInSight: () => document.visibilityState === 'visible',
  nowMs: Date.now,
});
