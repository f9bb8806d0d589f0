import type { Dispatcher } from 'undici';
import { GatheredBytes } from '../wire/gathered-bytes.ts';
import {
  ANSWER_BYTES_MAX,
  ANSWER_COPIES,
  ERROR_ANSWER_BYTES_MAX,
  SMALL_ANSWER_BYTES,
  STREAM_LINGER_MAX_MS,
} from '../limits.ts';
import { headerOf } from './answer-headers.ts';

const OK = 200;

type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;
export type AnswerHead = { readonly status: number; readonly statusText: string; readonly headers: AnswerHeaders };

/** What became of one request to an upstream. */
export type AttemptOutcome =
  /** Any status. An error answer may be cut short. */
  | { readonly kind: 'whole'; readonly head: AnswerHead; readonly body: Buffer }
  /** A stream that was passed on: to its end mark, until the upstream closed it in good order, or until it broke. */
  | { readonly kind: 'streamed'; readonly how: 'ended' | 'closed' }
  | { readonly kind: 'streamed'; readonly how: 'broken'; readonly error: Error }
  /** No answer, or half of one. `head` is undefined when none came. */
  | { readonly kind: 'failed'; readonly head: AnswerHead | undefined; readonly error: Error };

/** Stops and starts the upstream's bytes. */
export type Flow = { pause(): void; resume(): void };

/** Takes the bytes of a stream as they come. */
export interface StreamSink {
  /** Answers true once the stream's own end mark has come. */
  push(chunk: Buffer, flow: Flow): boolean;
}

type OpenSink = (head: AnswerHead) => StreamSink | undefined;

/** Room for a large answer, until its request ends. False: there is none. */
type AnswerRoom = { holdAnswer(bytes: number): boolean };

/** There is no room for the answer beside those of other requests. */
export class NoRoomForAnswer extends Error {
  override readonly name = 'NoRoomForAnswer';
}

/** The upstream sent more than anybody may send. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/** Why a connection is cut whose stream has ended: the upstream does not close it. */
class Lingering extends Error {
  override readonly name = 'Lingering';
}

/** Why an attempt was cancelled by us: the client is gone. */
class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/**
 * Hears what becomes of one request. A good answer goes to what `openSink` gives for its head (undefined: it is no stream, or none is wanted), everything
 * else is collected.
 * `outcome` is settled exactly once and never rejects.
 */
export class UpstreamAttempt implements Dispatcher.DispatchHandler {
  readonly outcome: Promise<AttemptOutcome>;
  /** Called when the answer's head comes. */
  readonly #onHead: () => void;
  readonly #openSink: OpenSink | undefined;
  readonly #room: AnswerRoom | undefined;
  /** Called once the connection is free again, or gone: after the outcome where an upstream goes on behind the end of its stream. */
  #onLeft: () => void = () => {};
  #lingering: NodeJS.Timeout | undefined;
  #settle: (outcome: AttemptOutcome) => void = () => {};
  #isSettled = false;
  #isCancelled = false;
  #controller: Dispatcher.DispatchController | undefined;
  #head: AnswerHead | undefined;
  #sink: StreamSink | undefined;
  readonly #answer = new GatheredBytes();
  /** Of these in the room that is set aside for answers. */
  #heldBytes = 0;
  #isCut = false;
  /** Bytes that may still come of an answer that nobody waits for any more. */
  #bytesLeft: number | undefined;
  #readLimit: NodeJS.Timeout | undefined;

  /** `room`: what a large answer takes before it is whole; undefined for one that is known to be small. */
  constructor(onHead: () => void, openSink: OpenSink | undefined, room?: AnswerRoom) {
    this.#onHead = onHead;
    this.#openSink = openSink;
    this.#room = room;
    this.outcome = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** `left` is called exactly once, when the connection is free again or gone. To be called before the request is sent. */
  whenLeft(left: () => void): void {
    this.#onLeft = left;
  }

  /** A stream has begun and has not ended. */
  get isStreaming(): boolean {
    return this.#sink !== undefined && !this.#isSettled;
  }

  /** It may have reached the upstream, and has not ended: before, nobody works for it. */
  get isUnderWay(): boolean {
    return this.#controller !== undefined && !this.#isSettled;
  }

  /** It was cut while the upstream worked for it, which may charge for that: one that has refused, and is not done telling why, does not. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** Nobody waits for the answer any more: what comes for `ms` milliseconds and `bytesMax` bytes is still taken, then it is cancelled. */
  readOn({ ms, bytesMax }: { readonly ms: number; readonly bytesMax: number }): void {
    if (!this.isUnderWay) return;
    this.#bytesLeft = bytesMax;
    this.#readLimit = setTimeout(() => this.cancel(), ms);
    this.#readLimit.unref();
  }

  /** Nobody wants the answer any more. */
  cancel(): void {
    this.#isCancelled = true;
    this.#noteCut();
    this.#end(
      this.#sink === undefined
        ? { kind: 'failed', head: this.#head, error: new Cancelled() }
        : { kind: 'streamed', how: 'broken', error: new Cancelled() },
    );
    this.#controller?.abort(new Cancelled());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isCancelled) controller.abort(new Cancelled());
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: AnswerHeaders,
    statusText = '',
  ): void {
    if (status < 200 || this.#isSettled) return;
    this.#head = { status, statusText, headers };
    this.#onHead();
    if (status === OK && this.#openSink !== undefined && isUncompressed(headers))
      this.#sink = this.#openSink(this.#head);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isSettled) return;
    if (this.#bytesLeft !== undefined && (this.#bytesLeft -= chunk.length) < 0) return this.cancel();
    if (this.#sink === undefined) this.#collect(controller, chunk);
    else this.#pass(controller, this.#sink, chunk);
  }

  onResponseEnd(): void {
    this.#leave();
    if (this.#sink !== undefined) this.#end({ kind: 'streamed', how: 'closed' });
    else if (this.#head === undefined) this.#end({ kind: 'failed', head: undefined, error: new Error('no answer') });
    else this.#end({ kind: 'whole', head: this.#head, body: this.#answer.whole() });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#leave();
    this.#end(
      this.#sink === undefined
        ? { kind: 'failed', head: this.#head, error }
        : { kind: 'streamed', how: 'broken', error },
    );
  }

  #pass(controller: Dispatcher.DispatchController, sink: StreamSink, chunk: Buffer): void {
    try {
      if (!sink.push(chunk, controller)) return;
      this.#end({ kind: 'streamed', how: 'ended' });
      this.#lingering = setTimeout(() => controller.abort(new Lingering()), STREAM_LINGER_MAX_MS);
    } catch (error) {
      this.#end({ kind: 'streamed', how: 'broken', error: error as Error });
      controller.abort(error as Error);
    }
  }

  #collect(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#answer.add(chunk);
    const { length } = this.#answer;
    if (this.#head?.status !== OK && length > ERROR_ANSWER_BYTES_MAX && this.#head !== undefined) {
      this.#end({ kind: 'whole', head: this.#head, body: this.#answer.whole() });
      controller.abort(new AnswerTooLarge());
    } else if (length > ANSWER_BYTES_MAX) this.#giveUp(controller, new AnswerTooLarge());
    else if (length > SMALL_ANSWER_BYTES && !this.#hasRoom()) this.#giveUp(controller, new NoRoomForAnswer());
  }

  #hasRoom(): boolean {
    const more = this.#answer.length - this.#heldBytes;
    this.#heldBytes += more;
    return this.#room?.holdAnswer(ANSWER_COPIES * more) !== false;
  }

  #giveUp(controller: Dispatcher.DispatchController, error: Error): void {
    this.#noteCut();
    this.#end({ kind: 'failed', head: this.#head, error });
    controller.abort(error);
  }

  #noteCut(): void {
    this.#isCut ||= this.isUnderWay && (this.#head === undefined || this.#head.status === OK);
  }

  #leave(): void {
    clearTimeout(this.#lingering);
    this.#onLeft();
  }

  #end(outcome: AttemptOutcome): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#readLimit);
    this.#answer.free();
    this.#settle(outcome);
  }
}

/** A compressed stream is none that could be passed on event by event; we ask for none. */
const isUncompressed = (headers: AnswerHeaders): boolean =>
  /^(identity)?$/i.test(headerOf(headers, 'content-encoding'));

export const isEventStream = ({ headers }: AnswerHead): boolean =>
  headerOf(headers, 'content-type').toLowerCase().startsWith('text/event-stream');
