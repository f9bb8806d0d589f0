import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = '\n0\r\n\r\n';
/** As much of the end of a stream as holds its end mark and the last chunk. */
const TAIL_CHARACTERS = 64;

/**
 * One kept connection of the load generator, one request at a time. It reads of an answer only what tells that it is good and whole, so that the
 * generator takes as little of the machine as it can from what is measured.
 */
export class BenchConnection {
  readonly #socket: Socket;
  #head: Buffer = Buffer.alloc(0);
  #expected: number | undefined;
  #isHeadRead = false;
  #bytes = 0;
  #tail = '';
  #isClosed = false;
  #doneAtMs = performance.now();
  #firstByteAtMs = 0;
  #done: (() => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', (error) => this.#failed?.(error));
    socket.on('close', () => {
      this.#isClosed = true;
      this.#failed?.(new Error('the connection was closed in the middle of an answer'));
    });
  }

  static async open(url: string): Promise<BenchConnection> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    return new BenchConnection(socket);
  }

  /** The server has closed it, as it may when nothing was asked for long. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Milliseconds since its last answer, or since it was opened. */
  idleMs(): number {
    return performance.now() - this.#doneAtMs;
  }

  /** When the first byte of its last answer came, by `performance.now()`: of a stream the head comes with the first event. */
  get firstByteAtMs(): number {
    return this.#firstByteAtMs;
  }

  /** It waits for the last byte of an answer. */
  get isAnswering(): boolean {
    return this.#done !== undefined;
  }

  /** Ends with the last byte of the answer. Throws when it is not good or not whole, and when the connection is closed already. */
  call(request: Buffer): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('the connection was closed before the request'));
    this.#head = Buffer.alloc(0);
    this.#isHeadRead = false;
    this.#firstByteAtMs = 0;
    this.#bytes = 0;
    this.#tail = '';
    return new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#failed = reject;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#failed = undefined;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#isHeadRead) this.#readBody(chunk);
    else this.#readHead(this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]));
  }

  #readHead(bytes: Buffer): void {
    if (this.#firstByteAtMs === 0) this.#firstByteAtMs = performance.now();
    const end = bytes.indexOf(HEAD_END);
    if (end < 0) {
      this.#head = bytes;
      return;
    }
    const head = bytes.toString('latin1', 0, end);
    if (!head.startsWith('HTTP/1.1 200 ')) {
      this.#failed?.(new Error(`the benchmark was answered: ${bytes.toString('latin1', 0, 600)}`));
      return;
    }
    const length = /\ncontent-length: *(\d+)/i.exec(head)?.[1];
    this.#expected = length === undefined ? undefined : Number(length);
    this.#isHeadRead = true;
    this.#readBody(bytes.subarray(end + HEAD_END.length));
  }

  #readBody(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#expected !== undefined) {
      if (this.#bytes >= this.#expected) this.#end();
      return;
    }
    this.#tail = (this.#tail + chunk.toString('latin1', Math.max(0, chunk.length - TAIL_CHARACTERS))).slice(
      -TAIL_CHARACTERS,
    );
    if (!this.#tail.endsWith(LAST_CHUNK)) return;
    if (this.#tail.includes('[DONE]')) this.#end();
    else this.#failed?.(new Error('a stream ended without its end mark'));
  }

  #end(): void {
    const done = this.#done;
    this.#doneAtMs = performance.now();
    this.#done = undefined;
    this.#failed = undefined;
    done?.();
  }
}
