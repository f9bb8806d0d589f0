import { ConsoleLoad } from '../crash/console-load.ts';
import type { CrashWorld, Spender } from '../crash/world.ts';

/** What the reverse proxy says for an api that does not run. */
const NOBODY = /No process can take the request/u;

/** An administrator and a person who redeem codes and adjust a balance, one command after the other, until one is cut; and begin again after a fault. */
export class ConsoleWork {
  readonly #load: ConsoleLoad;
  readonly #refusals: unknown[] = [];
  /** Commands, when work was last finished. */
  #answered = 0;

  private constructor(load: ConsoleLoad) {
    this.#load = load;
  }

  static async open(world: CrashWorld, spender: Spender): Promise<ConsoleWork> {
    return new ConsoleWork(await ConsoleLoad.open(world, spender));
  }

  start(): void {
    this.#load.start();
  }

  /** No further commands; ends when the one that runs has. */
  async end(): Promise<void> {
    await this.#load.end().catch((error: unknown) => {
      if (!(error instanceof Error && NOBODY.test(error.message))) this.#refusals.push(error);
    });
  }

  /**
   * Does again what was cut; the read models must have all that was done. Answers what all work since the beginning is worth to the person. Throws what the
   * product refused, and where nothing was done since the last time.
   */
  async finish(): Promise<number> {
    if (this.#refusals.length > 0) throw this.#refusals[0];
    if (this.#load.answered === this.#answered) throw new Error('nothing was done at the console');
    const credited = await this.#load.finish();
    this.#answered = this.#load.answered;
    return credited;
  }
}
