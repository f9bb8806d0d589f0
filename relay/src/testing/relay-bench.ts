import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { Logger } from '../ports/logger.ts';
import { createRelayRouter } from '../relay-router.ts';
import { Upstreams } from '../upstream/upstreams.ts';
import type { TokenCounter } from '../usage/token-counter.ts';
import { FakeCashier } from './fake-cashier.ts';
import { channelView, FakeRelayView, tokenView } from './fake-relay-view.ts';
import { FakeUpstream } from './fake-upstream.ts';

export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string; readonly whole: boolean };
export type Call = {
  readonly path?: string; readonly method?: string; readonly key?: string | undefined; readonly headers?: Record<string, string>; readonly body?: string | Buffer | undefined;
  /** Sees the answer's text so far, and may hang up. */
  readonly onText?: (text: string, hangUp: () => void) => void;
};

/** A word is a token: enough to see what was counted. */
export const wordCounter: TokenCounter = {
  count: (_encoding, texts) => Promise.resolve({ tokens: texts.join(' ').split(/\s+/).filter((word) => word !== '').length, exact: true }),
};

const silent: Logger = { info: () => {}, warn: () => {}, error: () => {} };

/** The relay's routes on a server of their own, with everything around them faked. Token `key`, one channel for gpt-4o. */
export class RelayBench {
  readonly view = new FakeRelayView();
  readonly cashier = new FakeCashier();
  readonly unforeseen: string[] = [];
  readonly #upstreams = new Upstreams();
  readonly upstream: FakeUpstream;
  #server: Server | undefined;
  #ids = 0;

  private constructor(upstream: FakeUpstream) {
    this.upstream = upstream;
  }

  static async open({ bodyBytesMax = 1024 * 1024, counter = wordCounter }: { bodyBytesMax?: number; counter?: TokenCounter } = {}): Promise<RelayBench> {
    const bench = new RelayBench(await FakeUpstream.open());
    bench.view.tokens.set('key', tokenView());
    bench.view.channels.push(channelView({ id: 1, baseUrl: bench.upstream.url }));
    const app = express();
    app.use((_request: Request, response: Response, next: NextFunction) => {
      bench.#ids += 1;
      response.locals['requestId'] = `id-${bench.#ids}`;
      next();
    });
    app.use(createRelayRouter({
      view: bench.view, cashier: bench.cashier, counter, upstreams: bench.#upstreams, random: () => 0, bodyBytesMax,
      clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
      logger: { ...silent, error: (fields, message) => bench.unforeseen.push(`${message}: ${String((fields as { err?: unknown }).err)}`) },
    }));
    bench.#server = createServer(app);
    bench.#server.listen(0, '127.0.0.1');
    await once(bench.#server, 'listening');
    return bench;
  }

  get port(): number {
    return (this.#server?.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    this.#server?.close();
    await this.upstream.close();
    await this.#upstreams.close();
  }

  chat(fields: object = {}, call: Call = {}): Promise<Answer> {
    return this.call({ body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'one two' }], ...fields }), ...call });
  }

  /** Always answers: a cut connection is an answer that is not whole. */
  call({ path = '/v1/chat/completions', method = 'POST', key = 'key', headers = {}, body, onText }: Call): Promise<Answer> {
    return new Promise((resolve) => {
      const sent = httpRequest({
        port: this.port, host: '127.0.0.1', method, path, agent: false,
        headers: { ...(key === '' ? {} : { authorization: `Bearer ${key}` }), ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      });
      let text = '';
      const none: Answer = { status: 0, headers: {}, text: '', whole: false };
      sent.on('error', () => resolve(none));
      sent.on('response', (response) => {
        const answer = (whole: boolean): void => resolve({ status: response.statusCode ?? 0, headers: response.headers, text, whole });
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
          onText?.(text, () => sent.destroy());
        });
        response.on('end', () => answer(response.complete));
        response.on('error', () => answer(false));
        response.on('close', () => answer(response.complete));
      });
      sent.end(body);
    });
  }

  /** Every caller's connection is cut, as the relay sees it. */
  async hangUpAll(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** Waits until no reservation is open any more. */
  async settled(): Promise<void> {
    for (let turn = 0; turn < 2_000 && this.cashier.open > 0; turn += 1) await new Promise((resolve) => setTimeout(resolve, 2));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export const errorOf = (answer: Answer): { message: string; type: string; code?: unknown; param?: unknown } =>
  (JSON.parse(answer.text) as { error: { message: string; type: string; code?: unknown } }).error;
