/** A signal that remembers whether it was given since the last reset. */
export class WakeUp {
  #given = false;
  #waiting: (() => void) | undefined;

  reset(): void {
    this.#given = false;
  }

  wake(): void {
    this.#given = true;
    this.#waiting?.();
  }

  /** Ends when woken, after `timeoutMs`, or when `signal` aborts. True when woken, also when that was before the call. */
  async wait(timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    if (this.#given || signal.aborted) return this.#given;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#waiting = undefined;
        resolve();
      };
      const timer = setTimeout(end, timeoutMs);
      this.#waiting = end;
      signal.addEventListener('abort', end, { once: true });
    });
    return this.#given;
  }
}
