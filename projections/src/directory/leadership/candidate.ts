/** From an election to a leadership until it is lost or given up. */
export type Term = {
  readonly leadership: string;
  /** Grows with every election to it, whoever wins. */
  readonly fence: number;
  /** Aborts when the term is over, or cannot be proved any longer. */
  readonly signal: AbortSignal;
};

/** One leadership that a process campaigns for, and what it does with it. */
export class Candidate {
  readonly leadership: string;
  readonly #serve: (term: Term) => Promise<void>;
  readonly #onError: (error: unknown) => void;
  #term: { readonly fence: number; readonly over: AbortController; readonly served: Promise<void> } | undefined;
  #resigned = false;

  constructor(leadership: string, serve: (term: Term) => Promise<void>, onError: (error: unknown) => void) {
    this.leadership = leadership;
    this.#serve = serve;
    this.#onError = onError;
  }

  /** Nothing of an earlier term is under way, and another is wanted. */
  get isVacant(): boolean {
    return this.#term === undefined && !this.#resigned;
  }

  /** Of the term that lasts. */
  get fence(): number | undefined {
    return this.#term?.over.signal.aborted === false ? this.#term.fence : undefined;
  }

  /** `leave` gives the leadership back once the work has ended. */
  begin(fence: number, leave: () => Promise<void>): void {
    const over = new AbortController();
    const serve = async (): Promise<void> => {
      try {
        await this.#serve({ leadership: this.leadership, fence, signal: over.signal });
      } catch (error) {
        this.#onError(error);
      } finally {
        over.abort();
        await leave().catch(this.#onError);
        this.#term = undefined;
      }
    };
    // The term stands before its work begins.
    this.#term = { fence, over, served: Promise.resolve().then(serve) };
  }

  lose(): void {
    this.#term?.over.abort();
  }

  /** For good. */
  resign(): void {
    this.#resigned = true;
    this.lose();
  }

  async ended(): Promise<void> {
    await this.#term?.served;
  }
}
