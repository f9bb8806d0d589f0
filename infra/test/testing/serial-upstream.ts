import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ANTHROPIC, OPENAI } from './serial-dialects.ts';

const SERIAL = /serial (\d+)/;
const WORDS = ['some', ' words', ' that', ' take', ' a', ' while'];

export type Pace = {
  readonly delayMaxMs: number;
  readonly gapMaxMs: number;
  readonly words?: number;
  /** Every so many-th call is answered 500. */
  readonly failEvery?: number;
  /** No answer begins before it ends. */
  readonly held?: Promise<void>;
  /** What a call is said to have used, in tokens. */
  readonly usageOf?: (serial: number) => { readonly prompt: number; readonly completion: number };
};

/**
 * A provider that speaks like OpenAI, and like Anthropic where it is asked for messages. It reports the serial number found in the prompt as its prompt
 * tokens, so that a charge can be traced to the call it is for, unless its pace says otherwise. It knows which serials have reached it.
 */
export class SerialUpstream {
  readonly reached = new Set<number>();
  pace: Pace = { delayMaxMs: 60, gapMaxMs: 15 };
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      this.#answer(request.url ?? '', Buffer.concat(parts).toString('utf8'), response).catch(() => response.destroy());
    });
  });

  static async open(): Promise<SerialUpstream> {
    const upstream = new SerialUpstream();
    upstream.#server.keepAliveTimeout = 600_000;
    upstream.#server.listen(0, '127.0.0.1');
    await once(upstream.#server, 'listening');
    return upstream;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(path: string, body: string, response: ServerResponse): Promise<void> {
    const serial = Number(SERIAL.exec(body)?.[1] ?? 0);
    this.reached.add(serial);
    if (this.pace.failEvery !== undefined && this.reached.size % this.pace.failEvery === 0) {
      response
        .writeHead(500, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ error: { message: 'out of order', type: 'server_error' } }));
      return;
    }
    await this.pace.held;
    await pause(Math.random() * this.pace.delayMaxMs);
    const { prompt, completion } = this.pace.usageOf?.(serial) ?? { prompt: serial, completion: 1 };
    const dialect = path.endsWith('/messages') ? ANTHROPIC : OPENAI;
    const usage = { prompt, completion };
    if (!body.includes('"stream":true')) {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(dialect.whole(WORDS.join(''), usage)));
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(dialect.beginning(usage));
    for (let word = 0; word < (this.pace.words ?? WORDS.length) && !response.destroyed; word += 1) {
      response.write(dialect.chunk(WORDS[word % WORDS.length] ?? ''));
      await pause(Math.random() * this.pace.gapMaxMs);
    }
    response.end(dialect.ending(usage));
  }
}

const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
