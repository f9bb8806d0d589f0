import type { Response } from 'express';
import { abandon } from '../http/connection-calls.ts';
import { CLIENT_STALL_MS } from '../limits.ts';
import type { AnswerStream } from '../modes/answer.ts';
import type { Framing } from '../protocols/protocol.ts';
import { streamHeaders } from '../upstream/answer-headers.ts';
import type { AnswerHead, Flow, StreamSink } from '../upstream/upstream-attempt.ts';
import type { KeptStream } from './kept-stream.ts';

/** A comment, which no client reads. */
const BROKEN_OFF = ': broken off\n\n';

/**
 * Passes a stream on to the caller as it comes. The answer's head leaves with the first event, so that a stream which never begins can still be
 * answered with an error. A caller that reads slowly slows the upstream down; one that takes nothing for too long is treated as gone.
 */
export class StreamRelay implements StreamSink {
  readonly #response: Response;
  readonly #stream: AnswerStream;
  readonly #head: AnswerHead;
  readonly #onFirst: () => void;
  readonly #onCountable: (text: string) => void;
  readonly #framing: Framing | undefined;
  readonly #kept: KeptStream | undefined;
  #flow: Flow | undefined;
  #stalled: NodeJS.Timeout | undefined;
  #isLeft = false;

  constructor(
    response: Response,
    stream: AnswerStream,
    head: AnswerHead,
    on: { first: () => void; countable: (text: string) => void },
    framing?: Framing,
    kept?: KeptStream,
  ) {
    this.#response = response;
    this.#stream = stream;
    this.#head = head;
    this.#onFirst = on.first;
    this.#framing = framing;
    this.#kept = kept;
    this.#onCountable = on.countable;
  }

  push(chunk: Buffer, flow: Flow): boolean {
    const ready = this.#stream.push(chunk);
    if (ready !== undefined) this.#write(ready, flow);
    const countable = this.#stream.takeCountable();
    if (countable !== undefined) this.#onCountable(countable);
    return this.#stream.ended;
  }

  /** The upstream has closed its stream: the rest, if it is an event. */
  flush(): void {
    const rest = this.#stream.flush();
    if (rest !== undefined) this.#write(rest, undefined);
  }

  /** The last bytes of a whole answer. */
  complete(ending: Buffer): void {
    this.#begin();
    this.#response.end(ending);
    this.release();
  }

  /** A last event that says what happened, unless the upstream has said it; then the connection is cut, so that nobody takes the answer for whole. */
  cut(lastEvent: (eventNumber: number | undefined) => string): void {
    this.release();
    this.#begin();
    // Of the connection, also while the answer waits for its turn on it.
    const { socket } = this.#response.req;
    const stalled = setTimeout(() => abandon(this.#response), CLIENT_STALL_MS);
    stalled.unref();
    this.#response.once('close', () => clearTimeout(stalled));
    // Only what the socket has got leaves before it is destroyed, and newer Nodes hand a response's bytes over later.
    const { hasToldError, nextNumber } = this.#stream;
    const last = hasToldError === true ? (this.#framing?.brokenOff ?? BROKEN_OFF) : lastEvent(nextNumber);
    this.#response.write(last, () => socket.destroySoon());
  }

  /** The client is gone: nothing is written any more, and what still comes is only read. */
  leave(): void {
    this.#isLeft = true;
    this.release();
  }

  /** Lets go of the client: no more waiting for it. */
  release(): void {
    clearTimeout(this.#stalled);
    this.#response.off('drain', this.#onDrain);
    this.#flow?.resume();
    this.#flow = undefined;
  }

  #write(bytes: Buffer, flow: Flow | undefined): void {
    this.#kept?.add(bytes);
    if (this.#isLeft || this.#response.destroyed) return;
    if (!this.#response.headersSent) {
      this.#begin();
      this.#onFirst();
    }
    if (this.#response.write(bytes) || flow === undefined || this.#flow !== undefined) return;
    this.#flow = flow;
    flow.pause();
    this.#response.on('drain', this.#onDrain);
    this.#stalled = setTimeout(() => abandon(this.#response), CLIENT_STALL_MS);
  }

  #begin(): void {
    if (this.#response.headersSent) return;
    this.#response.writeHead(200, streamHeaders(this.#head.headers, this.#framing?.contentType));
  }

  readonly #onDrain = (): void => this.release();
}
