import type { Request } from 'express';
import type { ErrorForm } from '../errors/error-form.ts';
import type { RelayError } from '../errors/relay-error.ts';
import type { AnswerStream, ReadAnswer } from '../modes/answer.ts';
import type { Dialect } from '../modes/dialect.ts';
import type { Mode, Requests } from '../modes/mode.ts';
import type { ReportedUsage } from '../usage/usage.ts';
import type { JsonObject, JsonRequest } from '../wire/json.ts';
import type { Fields } from './fields.ts';

/** What callers speak, in one mode: from their bytes to the inner form, and from that to theirs. */
export interface Protocol<M extends Mode = Mode> {
  readonly mode: M;
  readonly dialect: Dialect;
  /**
   * Of bodies that are no JSON, such as a form with files: its fields as a JSON object, beside its bytes. A RelayError names the field. Without it a body is
   * JSON.
   */
  read?(bytes: Buffer, http: Request): JsonRequest | RelayError;
  /** The group that a body asks for, '' for none, where it may name one: it is not in the inner request. */
  groupOf?(json: JsonRequest): string | RelayError;
  /** The body as the inner request; an error names the field as the caller spells it. */
  parse(json: JsonRequest, http: Request): Requests[M] | RelayError;
  /** Of a dialect other than OpenAI's: answers in OpenAI's form as this protocol's. Native answers need none. */
  readonly conversion?: Conversion<M>;
  /**
   * Of modes that stream: a whole answer, in this protocol's form, as the stream that the caller asked for, its end mark included; `charged` is told
   * where the answer has no usage.
   */
  streamOf?(answer: ReadAnswer, request: Requests[M], charged: ReportedUsage): Buffer;
  /** What was charged for, as its `usage`: for who is told the cost of an answer that has none. */
  readonly usage: (charged: ReportedUsage) => JsonObject;
  /** The member of an answer that this is; 'usage' where nothing is said. */
  readonly usageMember?: string;
  /** Of streams that are no server-sent events. */
  readonly framing?: Framing;
  readonly error: ErrorForm;
}

/** How a stream is told in another form than as events. */
export type Framing = {
  readonly contentType: string;
  /** What server-sent events tell, in this form. */
  stream(events: AnswerStream): AnswerStream;
  /** Behind an error that the upstream itself has told: nothing more comes. */
  readonly brokenOff: string;
};

/** How callers of a protocol ask how long a chat's prompt is, without having it answered. */
export interface CountProtocol {
  parse(json: JsonRequest, http: Request): Requests['chat'] | RelayError;
  answer(tokens: number): JsonObject;
  readonly error: ErrorForm;
}

/** From OpenAI's form to a protocol's. */
type Conversion<M extends Mode> = {
  /** Why only an upstream that speaks this protocol can serve the request; undefined where every one can. */
  refusal(request: Requests[M]): RelayError | undefined;
  readonly fields: Fields;
  answer(fromOpenAi: ReadAnswer, request: Requests[M]): ReadAnswer;
  stream(fromOpenAi: AnswerStream, request: Requests[M]): AnswerStream;
};
