import { createHash, randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { type Dispatcher, errors } from 'undici';
import { EVENT_BYTES_MAX, WEBSOCKET_CLOSE_MAX_MS, WEBSOCKET_PARTS_MAX } from '../limits.ts';
import { sequenced } from '../wire/json-sequence.ts';
import { CLOSE_NORMAL, clientFrame, closeFrame, FrameReader, type Heard, OPCODES } from '../wire/websocket-frames.ts';
import type { UpstreamAttempt } from './upstream-attempt.ts';
import type { UpstreamTimeouts, WebSocketRequest } from './upstream-request.ts';

/** Fixed by RFC 6455: with the key of the request it makes what the server has to answer. */
const HANDSHAKE_ID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const SWITCHING_PROTOCOLS = 101;

type Controller = Dispatcher.DispatchController;
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * A WebSocket to an upstream as one attempt hears it: what goes up is said when it opens, and what comes is an answer of status 200 whose bytes are a JSON
 * text sequence (RFC 7464), one text a message, each handed over whole. A server that does not open one has answered like any other. It ends when the
 * server closes in good order, when the attempt has what it wanted, and when it is cut.
 */
export class WebSocketExchange implements Dispatcher.DispatchHandler {
  readonly #attempt: UpstreamAttempt;
  readonly #request: WebSocketRequest;
  readonly #timeouts: UpstreamTimeouts;
  readonly #key = randomBytes(16).toString('base64');
  readonly #frames = new FrameReader({ messageBytesMax: EVENT_BYTES_MAX, partsMax: WEBSOCKET_PARTS_MAX });
  #socket: Duplex | undefined;
  #silence: NodeJS.Timeout | undefined;
  #isPaused = false;
  /** The last ping, while there is no room for its answer. */
  #unanswered: Buffer | undefined;
  #isOver = false;

  constructor(attempt: UpstreamAttempt, request: WebSocketRequest, timeouts: UpstreamTimeouts) {
    this.#attempt = attempt;
    this.#request = request;
    this.#timeouts = timeouts;
  }

  /** Beside the provider's own: names and values in turn. */
  get headers(): string[] {
    return [...this.#request.headers, 'sec-websocket-key', this.#key, 'sec-websocket-version', '13'];
  }

  onRequestStart(controller: Controller): void {
    this.#attempt.onRequestStart(this.#controlled(controller));
  }

  onRequestUpgrade(controller: Controller, status: number, headers: Headers, socket: Duplex): void {
    const accepted = createHash('sha1').update(`${this.#key}${HANDSHAKE_ID}`).digest('base64');
    this.#socket = socket;
    socket.on('error', this.#broken);
    if (status !== SWITCHING_PROTOCOLS || headers['sec-websocket-accept'] !== accepted)
      return this.#broken(new Error('the upstream opens no WebSocket'));
    socket.on('close', () => this.#broken(new Error('the connection was closed without a word')));
    this.#listen(this.#timeouts.headMs);
    const controlled = this.#controlled(controller);
    this.#attempt.onResponseStart(controlled, 200, answerHeaders(headers));
    socket.on('data', (chunk: Buffer) => this.#read(controlled, chunk));
    for (const message of this.#request.messages) this.#say(OPCODES.text, Buffer.from(message));
  }

  onResponseStart(controller: Controller, status: number, headers: Headers, statusText?: string): void {
    // A 200 in place of a WebSocket is no answer to what was never said.
    this.#attempt.onResponseStart(controller, status === 200 ? 502 : status, headers, statusText);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#attempt.onResponseData(controller, chunk);
  }

  onResponseEnd(): void {
    this.#attempt.onResponseEnd();
  }

  onResponseError(controller: Controller, error: Error): void {
    this.#attempt.onResponseError(controller, error);
  }

  /** Nobody may go on with it. */
  cut(): void {
    if (this.#socket !== undefined) this.#broken(new Error('the process ends'));
  }

  #controlled(controller: Controller): Controller {
    return Object.assign(Object.create(controller) as Controller, {
      abort: (reason: Error) => (this.#socket === undefined ? controller.abort(reason) : this.#broken(reason)),
      pause: () => {
        this.#isPaused = true;
        this.#socket?.pause();
      },
      resume: () => {
        this.#isPaused = false;
        this.#socket?.resume();
      },
    });
  }

  #read(controller: Controller, chunk: Buffer): void {
    if (this.#isOver) return;
    this.#listen(this.#timeouts.bytesMs);
    try {
      let ping: Buffer | undefined;
      for (const heard of this.#frames.read(chunk)) {
        if (heard.kind === 'ping') ping = heard.bytes;
        else this.#hear(controller, heard);
        if (this.#isOver) return;
      }
      if (ping !== undefined) this.#answerPing(ping);
    } catch (error) {
      this.#broken(error as Error);
    }
  }

  /** Of several pings the last one is answered (RFC 6455, 5.5.3), once there is room: there may be thousands, of a server that does not read. */
  #answerPing(ping: Buffer): void {
    const socket = this.#socket;
    if (socket === undefined) return;
    if (!socket.writableNeedDrain) {
      this.#say(OPCODES.pong, ping);
      return;
    }
    if (this.#unanswered === undefined)
      socket.once('drain', () => {
        const last = this.#unanswered;
        this.#unanswered = undefined;
        if (last !== undefined && !this.#isOver) this.#answerPing(last);
      });
    this.#unanswered = ping;
  }

  #hear(controller: Controller, heard: Exclude<Heard, { readonly kind: 'ping' }>): void {
    if (heard.kind === 'message') {
      this.#attempt.onResponseData(controller, sequenced(heard.bytes));
      if (!this.#attempt.isUnderWay || this.#isLast(heard.bytes)) this.#close();
    } else if (heard.code === CLOSE_NORMAL || heard.code === CLOSE_WITHOUT_CODE) this.#close();
    else this.#broken(new Error(`the upstream closed with code ${heard.code}`));
  }

  #isLast(message: Buffer): boolean {
    const { isLast } = this.#request;
    return isLast !== undefined && !this.#attempt.isStreaming && isLast(message.toString('utf8'));
  }

  /** In good order. */
  #close(): void {
    const socket = this.#socket;
    if (this.#isOver || socket === undefined) return;
    this.#over();
    socket.end(closeFrame(CLOSE_NORMAL, randomBytes(4)));
    const limit = setTimeout(() => socket.destroy(), WEBSOCKET_CLOSE_MAX_MS).unref();
    socket.on('close', () => clearTimeout(limit));
    this.#attempt.onResponseEnd();
  }

  readonly #broken = (error: Error): void => {
    if (this.#isOver) return;
    this.#over();
    this.#socket?.destroy();
    this.#attempt.onResponseError(NO_CONTROLLER, error);
  };

  #over(): void {
    this.#isOver = true;
    clearTimeout(this.#silence);
  }

  #say(opcode: number, payload: Buffer): void {
    this.#socket?.write(clientFrame(opcode, payload, randomBytes(4)));
  }

  /** Ends it when nothing comes for so long, unless it is our caller who takes nothing. */
  #listen(ms: number): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      if (this.#isPaused) this.#listen(ms);
      else this.#broken(new errors.BodyTimeoutError());
    }, ms);
  }
}

/** The server gave no reason. */
const CLOSE_WITHOUT_CODE = 1_005;
/** What is left to be heard of a connection that is gone needs none. */
const NO_CONTROLLER = {} as Controller;

function answerHeaders(headers: Headers): Headers {
  const others = Object.entries(headers).filter(([name]) => name !== 'upgrade' && !name.startsWith('sec-websocket-'));
  return { ...Object.fromEntries(others), 'content-type': 'application/json-seq' };
}
