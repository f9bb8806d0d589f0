import type { RelayError } from '../errors/relay-error.ts';
import type { Cost } from '../usage/cost.ts';
import type { Produced, ReportedUsage } from '../usage/usage.ts';
import type { JsonObject } from '../wire/json.ts';

/** What a provider tells of its own answer, as it says it: unchecked. `cost`: what it takes for it, in USD. */
export type AnswerFacts = { readonly id: unknown; readonly model: unknown; readonly cost: unknown };

/** A whole answer. `usage` is undefined when the provider gave none, or zeros: then `produced` is counted. */
export type ReadAnswer = {
  readonly body: Buffer;
  /** Of a body that is no JSON, such as a sound: what type it has. */
  readonly contentType?: string;
  readonly usage: ReportedUsage | undefined;
  readonly produced: () => Produced;
  readonly facts?: AnswerFacts;
  /** Of a body that is written here, where the upstream gave no usage: the same with the one that was charged. */
  readonly bodyWith?: (charged: ReportedUsage) => Buffer;
};

/**
 * A failure that an upstream has told with status 200. `status` is the one that it should have had: retries, and whether the channel is spent, are decided by
 * it; the error's own is the one that callers get.
 */
export type Refusal = { readonly status: number; readonly error: RelayError };

/**
 * An upstream's stream on its way to the caller, as a value: bytes in, bytes out. It never lets the end mark pass, since that may leave only
 * when the charge is durable.
 */
export interface AnswerStream {
  /** Takes what has come and answers what the caller may have now: whole events, undefined when there are none. Throws EventTooLarge. */
  push(chunk: Buffer): Buffer | undefined;
  /** The upstream's end mark has come; nothing after it counts. */
  readonly ended: boolean;
  /** Of a stream that has ended: it was no answer but a refusal, and `push` has given nothing away. Such an attempt costs nothing and may be retried. */
  readonly refusal?: Refusal | undefined;
  /** Its caller has been told of an error by the upstream itself: a stream that breaks off then needs no other. */
  readonly hasToldError?: boolean;
  /** What it was told: of an error in the middle of an answer. */
  readonly errorTold?: JsonObject | undefined;
  /** Of a stream whose events are numbered: the number of the next one. */
  readonly nextNumber?: number | undefined;
  /** The upstream has closed its stream: what was still waiting for an event's end. */
  flush(): Buffer | undefined;
  /** After `flush`, without an end mark: whether the answer was whole all the same. */
  isWhole(): boolean;
  /** Undefined when the provider gave none, or zeros. */
  usage(): ReportedUsage | undefined;
  /** Undefined where nothing of it has come. */
  facts?(): AnswerFacts | undefined;
  /** What came, for counting; undefined when nothing came that is an answer's part. */
  produced(): Produced | undefined;
  /** Produced text that may be counted now and forgotten, once there is much of it. */
  takeCountable(): string | undefined;
  /** The last bytes of a whole answer: the usage if the caller asked and has not seen it, with the cost where he is told it, and the end mark. */
  ending(usage: ReportedUsage, cost?: Cost): Buffer;
}
