/**
 * What must be stopped when the operator ends a command before it is done: servers that it started would live on without it. At SIGINT or SIGTERM what was
 * added last is stopped first, and the process exits with 1; a second signal ends it at once. What was broken off is finished by the next run.
 */
export class EarlyEnd {
  readonly #stops: (() => Promise<void> | void)[] = [];

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        void this.#end();
      });
  }

  /** `stop` may be called after what it stops has ended by itself. */
  add(stop: () => Promise<void> | void): void {
    this.#stops.push(stop);
  }

  async #end(): Promise<void> {
    for (const stop of this.#stops.reverse()) {
      try {
        await stop();
      } catch {
        // The others are to be stopped all the same.
      }
    }
    process.exit(1);
  }
}
