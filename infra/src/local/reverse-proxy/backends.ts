import type { Backend } from './backend.ts';
import { isReady } from './backend.ts';
import { LOOK_EVERY_MS } from './limits.ts';

/**
 * Backends that can do the same work, in turn. Those that say that they are not ready come last, not never: they know best what to answer then, and what
 * is known of them is at most LOOK_EVERY_MS old.
 */
export class Backends {
  readonly #all: readonly Backend[];
  readonly #unready = new Set<Backend>();
  readonly #looking: NodeJS.Timeout;
  #turn = 0;

  constructor(all: readonly Backend[]) {
    this.#all = all;
    this.#looking = setInterval(() => void this.look(), LOOK_EVERY_MS);
    this.#looking.unref();
  }

  /** Ports of 127.0.0.1 in the order in which a request should try them. */
  order(): readonly number[] {
    this.#turn = (this.#turn + 1) % Math.max(1, this.#all.length);
    const inTurn = [...this.#all.slice(this.#turn), ...this.#all.slice(0, this.#turn)];
    const sorted = [
      ...inTurn.filter((one) => !this.#unready.has(one)),
      ...inTurn.filter((one) => this.#unready.has(one)),
    ];
    return sorted.flatMap(({ port }) => port() ?? []);
  }

  /** Asks each of them now. */
  async look(): Promise<void> {
    await Promise.all(
      this.#all.map(async (backend) => {
        const port = backend.port();
        if (port !== undefined && (await isReady(port))) this.#unready.delete(backend);
        else this.#unready.add(backend);
      }),
    );
  }

  close(): void {
    clearInterval(this.#looking);
  }
}
