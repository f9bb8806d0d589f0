import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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
 * An OpenAI-compatible provider that reports the serial number found in the prompt as its prompt tokens, so that a charge can be traced to the
 * call it is for, unless its pace says otherwise. It knows which serials have reached it.
 */
export class SerialUpstream {
  readonly reached = new Set<number>();
  pace: Pace = { delayMaxMs: 60, gapMaxMs: 15 };
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      this.#answer(Buffer.concat(parts).toString('utf8'), response).catch(() => response.destroy());
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

  async #answer(body: string, response: ServerResponse): Promise<void> {
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
    const usage = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
    const head = { id: 'chatcmpl-serial', created: 1, model: 'serial' };
    if (!body.includes('"stream":true')) {
      response.setHeader('Content-Type', 'application/json');
      response.end(
        JSON.stringify({
          ...head,
          object: 'chat.completion',
          choices: [{ index: 0, message: { role: 'assistant', content: WORDS.join('') }, finish_reason: 'stop' }],
          usage,
        }),
      );
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const chunk = (fields: object) =>
      response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...fields })}\n\n`);
    for (let word = 0; word < (this.pace.words ?? WORDS.length) && !response.destroyed; word += 1) {
      chunk({ choices: [{ index: 0, delta: { content: WORDS[word % WORDS.length] }, finish_reason: null }] });
      await pause(Math.random() * this.pace.gapMaxMs);
    }
    chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    chunk({ choices: [], usage });
    response.end('data: [DONE]\n\n');
  }
}

const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
