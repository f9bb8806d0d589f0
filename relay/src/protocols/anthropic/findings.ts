import { RelayError } from '../../errors/relay-error.ts';

/** What is found out about a body while it is read; of several faults the first one counts. */
export class Findings {
  /** Why nobody can serve it. */
  bad: RelayError | undefined;
  /** Why only a provider who speaks Anthropic's own protocol can. */
  only: RelayError | undefined;

  /** `field`: the path as Anthropic spells it, `messages.0.content`. */
  refuse(field: string, problem: string): undefined {
    this.bad ??= RelayError.field(field, problem);
    return undefined;
  }

  nativeOnly(field: string, what: string): void {
    this.only ??= RelayError.field(field, `${what} can be used only with channels that speak Anthropic's own protocol`);
  }
}
