import { RelayError } from '../errors/relay-error.ts';

/** What is found out about a body while it is read; of several faults the first one counts. */
export class Findings {
  readonly #whose: string;
  /** Why nobody can serve it. */
  bad: RelayError | undefined;
  /** Why only a provider who speaks the body's own protocol can. */
  only: RelayError | undefined;

  /** `whose`: the protocol as callers know it, such as "Anthropic's own protocol". */
  constructor(whose: string) {
    this.#whose = whose;
  }

  /** `field`: the path as the protocol spells it, `messages.0.content`. */
  refuse(field: string, problem: string): undefined {
    this.bad ??= RelayError.field(field, problem);
    return undefined;
  }

  nativeOnly(field: string, what: string): void {
    this.only ??= RelayError.field(field, `${what} can be used only with channels that speak ${this.#whose}`);
  }
}
