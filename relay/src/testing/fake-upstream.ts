import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';

const KEEP_ALIVE_MS = 600_000;

export type Received = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly response: ServerResponse;
  /** Whether the relay has cut the connection before the answer was whole. */
  hungUp: boolean;
};

type Play = (response: ServerResponse, received: Received) => void | Promise<void>;

/** A provider under a test's control: `play` answers each request; what came is in `received`. */
export class FakeUpstream {
  readonly received: Received[] = [];
  play: Play = (response) => sendJson(response, completion());
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const received = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        text: Buffer.concat(parts).toString(),
        response,
        hungUp: false,
      };
      response.on('close', () => {
        received.hungUp = !response.writableFinished;
      });
      this.received.push(received);
      void Promise.resolve(this.play(response, received)).catch(() => response.destroy());
    });
  });

  static async open(): Promise<FakeUpstream> {
    const upstream = new FakeUpstream();
    upstream.#server.keepAliveTimeout = KEEP_ALIVE_MS;
    upstream.#server.listen(0, '127.0.0.1');
    await once(upstream.#server, 'listening');
    return upstream;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Connections that the relay has open, idle ones too. They stay as long as the relay wants: this side would keep them for minutes. */
  async connections(): Promise<number> {
    return promisify(this.#server.getConnections.bind(this.#server))();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

export const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

/** Odd spelling on purpose: it must reach the caller as it is. */
export const completion = (usage: unknown = USAGE, content = 'Hello world'): string =>
  `{"id":"c1", "choices" : [{"index":0,"message":{"role":"assistant","content":${JSON.stringify(content)}},` +
  `"finish_reason":"stop"}],"x":1.0,"usage":${JSON.stringify(usage)}}`;

export const sendJson = (response: ServerResponse, text: string, status = 200): void => {
  response
    .writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'up-1', 'set-cookie': 'a=b' })
    .end(text);
};

export const errorText = (members: object): string =>
  JSON.stringify({ error: { message: 'no', type: 'fake', param: null, code: null, ...members } });

export const event = (data: unknown): string => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

export const chunk = (content: string): string =>
  event({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta: { content }, finish_reason: null }],
    usage: null,
  });

export const DONE = event('[DONE]');
export const usageChunk = (usage: object = USAGE): string => event({ id: 'c1', choices: [], usage });

export const beginStream = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
};
