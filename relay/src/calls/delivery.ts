import { languageOf } from '@ledgate/domain/catalogue/language';
import type { Missing, WholeAnswer } from '@ledgate/projections/directory/kept-answers';
import type { Request, Response } from 'express';
import type { RelayError } from '../errors/relay-error.ts';
import { saidIn } from '../errors/said-in.ts';
import type { BodyShare } from '../http/body-memory.ts';
import { requestIdOf } from '../http/request-context.ts';
import { sendError } from '../http/send-error.ts';
import { sendWhole } from '../http/send-whole.ts';
import type { AnswerStream, ReadAnswer } from '../modes/answer.ts';
import type { Mode, Requests } from '../modes/mode.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { bodyHeaders, jsonHeaders, streamHeaders } from '../upstream/answer-headers.ts';
import type { AnswerHead } from '../upstream/upstream-attempt.ts';
import { type Cost, withCost } from '../usage/cost.ts';
import type { ReportedUsage } from '../usage/usage.ts';
import { KeptStream } from './kept-stream.ts';
import { StreamRelay } from './stream-relay.ts';

/** A whole answer on its way to its caller. */
export type Prepared = { readonly headers: ReturnType<typeof jsonHeaders>; readonly body: Buffer };

export const keptOf = ({ headers, body }: Prepared): WholeAnswer => ({ contentType: contentTypeIn(headers), body });

const contentTypeIn = (headers: Prepared['headers']): string => String(headers['content-type']);

/**
 * What the caller of one request gets, in his protocol: a whole answer, a stream as it comes, or an error. Once he is gone nothing is written any
 * more.
 */
export class Delivery<M extends Mode> {
  readonly #http: Request;
  readonly #response: Response;
  readonly #protocol: Protocol<M>;
  readonly #request: Requests[M];
  /** Where an answer is gathered for who asks again: what it may hold. */
  readonly #keeping: BodyShare | undefined;
  #relay: StreamRelay | undefined;
  #kept: KeptStream | undefined;
  #isCallerGone: boolean;

  constructor(
    http: Request,
    response: Response,
    protocol: Protocol<M>,
    request: Requests[M],
    keeping: BodyShare | undefined,
  ) {
    this.#http = http;
    this.#response = response;
    this.#protocol = protocol;
    this.#request = request;
    this.#keeping = keeping;
    this.#isCallerGone = response.destroyed;
  }

  get isCallerGone(): boolean {
    return this.#isCallerGone;
  }

  /** `left` is called when the caller hangs up before he has his whole answer. */
  whenLeft(left: () => void): void {
    this.#response.on('close', () => {
      if (this.#response.writableFinished) return;
      this.#isCallerGone = true;
      this.#relay?.leave();
      left();
    });
  }

  /** The upstream's stream on its way to the caller. `isNative`: its bytes are in the caller's dialect. */
  stream(upstream: AnswerStream, isNative: boolean): AnswerStream {
    const { conversion, framing } = this.#protocol;
    const own = isNative || conversion === undefined ? upstream : conversion.stream(upstream, this.#request);
    return framing === undefined ? own : framing.stream(own);
  }

  /** Where the bytes of a stream go as they come. */
  open(
    stream: AnswerStream,
    head: AnswerHead,
    on: { readonly first: () => void; readonly countable: (text: string) => void },
  ): StreamRelay {
    const { framing } = this.#protocol;
    if (this.#keeping !== undefined)
      this.#kept = new KeptStream(contentTypeIn(streamHeaders(head.headers, framing?.contentType)), this.#keeping);
    this.#relay = new StreamRelay(this.#response, stream, head, on, framing, this.#kept);
    if (this.#isCallerGone) this.#relay.leave();
    return this.#relay;
  }

  /** What still waited for an event's end. */
  flush(): void {
    this.#relay?.flush();
  }

  /** The last bytes of a stream. */
  complete(ending: Buffer): void {
    this.#relay?.complete(ending);
  }

  /** All of a stream that was gathered, with its last bytes. */
  keptStream(ending: Buffer): WholeAnswer | Missing {
    const body = this.#kept?.whole(ending) ?? 'incomplete';
    return typeof body === 'string' ? body : { contentType: this.#kept?.contentType ?? '', body };
  }

  /** An answer that is no stream. */
  whole({ headers, body }: Prepared): void {
    if (!this.#isCallerGone) sendWhole(this.#response, headers, body);
  }

  /**
   * An answer that is no stream, as its caller gets it; where the caller asked for one it becomes one. What was charged is the usage that a converted one
   * tells, and one that lacks it, and a stream of one that has none. `cost`: where the caller is told it.
   */
  prepared(
    head: AnswerHead,
    read: ReadAnswer,
    isNative: boolean,
    { usage: charged, cost }: { readonly usage: ReportedUsage; readonly cost: Cost | undefined },
  ): Prepared {
    const { conversion, framing, streamOf, usage, usageMember } = this.#protocol;
    const request = this.#request;
    const own =
      isNative || conversion === undefined
        ? told(read, charged)
        : conversion.answer({ ...read, usage: charged }, request);
    const { contentType } = own;
    const answer =
      cost === undefined || contentType !== undefined
        ? own
        : { ...own, usage: charged, body: withCost(own.body, cost, usage(charged), usageMember) };
    if (contentType !== undefined) return { headers: bodyHeaders(head.headers, contentType), body: answer.body };
    if (request.stream && streamOf !== undefined) {
      const headers = streamHeaders(head.headers, framing?.contentType);
      return { headers, body: streamOf(answer, request, charged) };
    }
    return { headers: jsonHeaders(head.headers), body: answer.body };
  }

  /** An error; of a stream that has begun its last event. */
  refuse(error: RelayError): void {
    if (this.#isCallerGone) return;
    const { error: form } = this.#protocol;
    if (this.#relay !== undefined && this.#response.headersSent) {
      const said = saidIn(languageOf(this.#http.headers), error);
      this.#relay.cut((eventNumber) => form(said, requestIdOf(this.#response), eventNumber).lastEvent);
    } else sendError(this.#http, this.#response, error, form);
  }

  /** Lets go of the caller. */
  release(): void {
    this.#relay?.release();
  }
}

/** A body that was written here has the usage that was charged where the upstream gave none; an upstream's own bytes stay as they are. */
const told = (read: ReadAnswer, charged: ReportedUsage): ReadAnswer =>
  read.bodyWith === undefined ? read : { ...read, body: read.bodyWith(charged) };
