import { STOP_LIMIT_MS } from '../../limits.ts';
import type { Logger } from '../../server/telemetry/logger.ts';

/** What was started, ended in the opposite order. One part that fails to end does not keep the others running. */
export class Lifeline {
  readonly #ends: { readonly name: string; readonly end: () => Promise<void> | void }[] = [];
  #ending: Promise<void> | undefined;
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** `end` is called once, after everything that was added later has ended. */
  add(name: string, end: () => Promise<void> | void): void {
    this.#ends.push({ name, end });
  }

  /** Nothing may be started any more. */
  get isEnding(): boolean {
    return this.#ending !== undefined;
  }

  end(): Promise<void> {
    this.#ending ??= this.#endAll();
    return this.#ending;
  }

  async #endAll(): Promise<void> {
    for (const { name, end } of this.#ends.reverse()) {
      try {
        await end();
      } catch (error) {
        this.#log.error({ err: error, part: name }, 'a part did not end cleanly');
      }
    }
  }
}

/** SIGTERM and SIGINT end everything and exit with 0; a second signal, or the time limit, exits with 1. */
export function endOnSignals(lifeline: Lifeline, log: Logger): void {
  const stop = (signal: NodeJS.Signals) => {
    process.once(signal, () => process.exit(1));
    setTimeout(() => {
      log.error(`not stopped ${STOP_LIMIT_MS / 1_000} s after ${signal}: exiting anyway`);
      process.exit(1);
    }, STOP_LIMIT_MS).unref();
    void lifeline.end().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}
