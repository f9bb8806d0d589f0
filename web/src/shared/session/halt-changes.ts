/** Tells who waits for a halt of the session to end of each change of it. */
export class HaltChanges {
  #waiting: (() => void)[] = [];

  tell(): void {
    for (const goOn of this.#waiting.splice(0)) goOn();
  }

  /** Resolves at the next change, or when `signal` says that nobody waits any more. */
  next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}

export const haltChanges = new HaltChanges();
