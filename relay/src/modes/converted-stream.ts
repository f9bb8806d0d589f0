import type { Cost } from '../usage/cost.ts';
import type { Produced, ReportedUsage } from '../usage/usage.ts';
import type { JsonObject } from '../wire/json.ts';
import type { AnswerFacts, AnswerStream, Refusal } from './answer.ts';

/** Another stream's bytes in another form; what that one knows of the answer is known of this one. */
export abstract class ConvertedStream implements AnswerStream {
  protected readonly inner: AnswerStream;

  constructor(inner: AnswerStream) {
    this.inner = inner;
  }

  abstract ending(usage: ReportedUsage, cost?: Cost): Buffer;

  /** Of what the other gives away; undefined for nothing. */
  protected abstract converted(events: Buffer): Buffer | undefined;

  get ended(): boolean {
    return this.inner.ended;
  }

  get refusal(): Refusal | undefined {
    return this.inner.refusal;
  }

  get hasToldError(): boolean {
    return this.inner.hasToldError === true;
  }

  get errorTold(): JsonObject | undefined {
    return this.inner.errorTold;
  }

  push(chunk: Buffer): Buffer | undefined {
    const events = this.inner.push(chunk);
    return events === undefined ? undefined : this.converted(events);
  }

  flush(): Buffer | undefined {
    const events = this.inner.flush();
    return events === undefined ? undefined : this.converted(events);
  }

  isWhole(): boolean {
    return this.inner.isWhole();
  }

  usage(): ReportedUsage | undefined {
    return this.inner.usage();
  }

  facts(): AnswerFacts | undefined {
    return this.inner.facts?.();
  }

  produced(): Produced | undefined {
    return this.inner.produced();
  }

  takeCountable(): string | undefined {
    return this.inner.takeCountable();
  }
}
