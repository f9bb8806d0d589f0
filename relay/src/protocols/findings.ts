import { RelayError } from '../errors/relay-error.ts';

/** What is found out about a body while it is read; of several faults the first one counts. */
export class Findings {
  /** Why nobody can serve it. */
  bad: RelayError | undefined;
  /** Why only a provider who speaks the caller's own protocol can. */
  only: RelayError | undefined;
  readonly #whose: string;

  /** `whose` protocol it is: `Anthropic's`. */
  constructor(whose: string) {
    this.#whose = whose;
  }

  /** `field`: the path as the protocol spells it, `messages.0.content`. */
  refuse(field: string, problem: string): undefined {
    this.bad ??= RelayError.field(field, problem);
    return undefined;
  }

  nativeOnly(field: string, what: string): void {
    const problem = `${what} can be used only with channels that speak ${this.#whose} own protocol`;
    this.only ??= RelayError.field(field, problem);
  }
}
