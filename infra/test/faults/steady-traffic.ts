import { eventually } from '../testing/eventually.ts';
import { type Call, Load } from '../testing/load.ts';

const PAUSE_MS = 30;
/** Callers for each key; every second one streams. */
const CALLERS_A_KEY = 2;

/** Small, even traffic of several people, streamed and not, that goes on whatever becomes of its calls. */
export class SteadyTraffic {
  readonly #load: Load;
  readonly #callers: readonly Promise<void>[];
  #isEnding = false;

  constructor(url: string, model: string, keys: readonly string[]) {
    this.#load = new Load(url, model);
    this.#callers = keys.flatMap((key) =>
      Array.from({ length: CALLERS_A_KEY }, (_, index) => this.#callRepeatedly(key, index % 2 === 1)),
    );
  }

  get calls(): readonly Call[] {
    return this.#load.calls;
  }

  /** Ends when `count` further calls that begin from now on have been served whole. */
  async servesOn(count: number): Promise<void> {
    const from = this.calls.length;
    await eventually(
      `${count} further calls are served`,
      () => this.calls.slice(from).filter(({ complete }) => complete).length >= count,
    );
  }

  /** One call beside the others; it never rejects. */
  one(key: string, streamed: boolean): Promise<Call> {
    return this.#load.one(key, streamed);
  }

  /** No further calls; ends when those that run have ended. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#callers);
    await this.#load.end();
  }

  async #callRepeatedly(key: string, streamed: boolean): Promise<void> {
    while (!this.#isEnding) {
      await this.#load.one(key, streamed);
      await new Promise((resolve) => {
        setTimeout(resolve, PAUSE_MS);
      });
    }
  }
}
