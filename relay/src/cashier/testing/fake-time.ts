import type { Clock } from '@ledgate/domain/ports/clock';
import type { Timers } from '../timers.ts';

type Wake = { readonly atMs: number; readonly run: () => void };

/** Clock and timers that move when a test says so. */
export class FakeTime implements Clock, Timers {
  #nowMs = 1_000_000;
  #wakes: Wake[] = [];

  nowMs(): number {
    return this.#nowMs;
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#wakes.push({ atMs: this.#nowMs + ms, run: resolve });
    });
  }

  turn(): Promise<void> {
    return Promise.resolve();
  }

  every(ms: number, run: () => void): () => void {
    let stopped = false;
    const again = (): void => {
      if (stopped) return;
      this.#wakes.push({
        atMs: this.#nowMs + ms,
        run: () => {
          if (!stopped) run();
          again();
        },
      });
    };
    again();
    return () => {
      stopped = true;
    };
  }

  /** Moves the time on by `ms`, from one wake to the next; what each sets going runs before the next. */
  async advance(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    await settled();
    for (;;) {
      const next = this.#wakes.filter(({ atMs }) => atMs <= untilMs).sort((one, other) => one.atMs - other.atMs)[0];
      if (next === undefined) break;
      this.#wakes = this.#wakes.filter((wake) => wake !== next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.run();
      await settled();
    }
    this.#nowMs = untilMs;
  }

  /** Moves on until `promise` has ended, at most `maxMs`. */
  async during<Value>(promise: Promise<Value>, maxMs = 120_000): Promise<Value> {
    let ended = false;
    const watched = promise.finally(() => {
      ended = true;
    });
    watched.catch(() => undefined);
    await settled();
    for (let passedMs = 0; !ended; passedMs += 10) {
      if (passedMs > maxMs) throw new Error(`still not ended after ${maxMs} ms`);
      await this.advance(10);
    }
    return watched;
  }
}

/** Everything that needs no time has run: the in-memory ports answer in microtasks. */
const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
