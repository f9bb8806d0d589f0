import type { AnswerFacts, AnswerStream, Refusal } from '../modes/answer.ts';
import type { Cost } from '../usage/cost.ts';
import type { Produced, ReportedUsage } from '../usage/usage.ts';
import type { JsonObject } from '../wire/json.ts';
import { jsonIn } from '../wire/sse.ts';
import { WholeEvents } from '../wire/whole-events.ts';

/** What the events of a stream brought, as far as a charge and an answer's facts need it. */
type Memory = {
  usage(): ReportedUsage | undefined;
  facts(): AnswerFacts | undefined;
  produced(): Produced | undefined;
  /** Anything of what the model has to say has come. */
  readonly hasSaid: boolean;
  takeCountable(): string | undefined;
};

/** A stream of events that are not OpenAI's: cut where they end, and remembered while they pass. */
export abstract class RememberedStream<M extends Memory> implements AnswerStream {
  readonly #events = new WholeEvents();
  protected readonly memory: M;
  ended = false;
  errorTold: JsonObject | undefined;
  refusal: Refusal | undefined;

  protected constructor(memory: M) {
    this.memory = memory;
  }

  get hasToldError(): boolean {
    return this.errorTold !== undefined;
  }

  abstract isWhole(): boolean;
  abstract ending(usage: ReportedUsage, cost?: Cost): Buffer;

  /** What the caller may have of whole events; undefined for nothing. */
  protected abstract pass(events: Buffer): Buffer | undefined;

  push(bytes: Buffer): Buffer | undefined {
    if (this.ended) return undefined;
    const events = this.#events.push(bytes);
    return events === undefined ? undefined : this.pass(events);
  }

  flush(): Buffer | undefined {
    const rest = this.ended ? undefined : this.#events.rest();
    return rest === undefined || jsonIn(rest) === undefined ? undefined : this.pass(rest);
  }

  usage(): ReportedUsage | undefined {
    return this.memory.usage();
  }

  facts(): AnswerFacts | undefined {
    return this.memory.facts();
  }

  /** Of an answer that failed its beginning alone was none. */
  produced(): Produced | undefined {
    return this.hasToldError && !this.memory.hasSaid ? undefined : this.memory.produced();
  }

  takeCountable(): string | undefined {
    return this.memory.takeCountable();
  }
}
