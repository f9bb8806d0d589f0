import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { RefusedFor } from '@ledgate/domain/catalogue/refused-calls';
import type { QuotaUse } from '@ledgate/projections/queries/token-quotas';
import type { TokenId } from '@ledgate/domain/shared/ids';
import type { OutboundCalls } from '@ledgate/domain/ports/outbound-calls';
import { silentLog } from '@ledgate/domain/ports/log';
import { CallLimiter } from '../call-limits/call-limiter.ts';
import { CallHandler } from '../calls/call-handler.ts';
import { type BodyLimits, BodyMemory } from '../http/body-memory.ts';
import { connectionCalls } from '../http/connection-calls.ts';
import { type BodyRefusal, noTelemetry } from '../telemetry/relay-telemetry.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { errorFormOf } from '../protocols/error-forms.ts';
import { type Providers, providers as ownProviders } from '../providers/registry.ts';
import type { RelayPorts } from '../ports/relay-ports.ts';
import { createRelayRouter } from '../relay-router.ts';
import { Affinities } from '../upstream/affinities.ts';
import { Breakers } from '../upstream/breakers.ts';
import { PictureFetcher } from '../upstream/picture-fetcher.ts';
import { Upstreams, type UpstreamsLimits } from '../upstream/upstreams.ts';
import type { TokenCounter } from '../usage/token-counter.ts';
import { FakeCallLimits } from './fake-call-limits.ts';
import { FakeCashier } from './fake-cashier.ts';
import { FakeSessionUsers } from './fake-session-users.ts';
import { channelView, FakeRelayView, tokenView } from './fake-relay-view.ts';
import { FakeKeptAnswers } from './fake-kept-answers.ts';
import { FakeOutbound } from './fake-outbound.ts';
import { FakeUpstream } from './fake-upstream.ts';

export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly whole: boolean;
};
export type Call = {
  readonly path?: string;
  readonly method?: string;
  readonly key?: string | undefined;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer | undefined;
  /** Sees the answer's text so far, and may hang up. */
  readonly onText?: (text: string, hangUp: () => void) => void;
};

export type RawCaller = Socket & { heard: string };

/** A request's head; the last header says how its body is framed. */
export const headText = (framing: string, headers = ''): string =>
  'POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer key\r\n' +
  `Content-Type: application/json\r\n${headers}${framing}\r\n\r\n`;

/** A whole request. */
export const requestText = (fields: object): string => {
  const body = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'one two' }], ...fields });
  return `${headText(`Content-Length: ${body.length}`)}${body}`;
};

/** A word is a token: enough to see what was counted. */
const wordCounter: TokenCounter = {
  count: (_encoding, texts) =>
    Promise.resolve({
      tokens: texts
        .join(' ')
        .split(/\s+/)
        .filter((word) => word !== '').length,
      exact: true,
    }),
};

const realClock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };

function known(uses: ReadonlyMap<number, QuotaUse>, id: number): QuotaUse {
  const use = uses.get(id);
  if (use === undefined) throw new Error('the database does not answer');
  return use;
}

const WAITING_TURNS_MAX = 1_500;

/** The relay's routes on a server of their own, with everything around them faked. Token `key`, one channel for gpt-4o. */
export class RelayFixture {
  readonly view = new FakeRelayView();
  readonly sessions = new FakeSessionUsers();
  readonly cashier = new FakeCashier();
  readonly kept = new FakeKeptAnswers();
  readonly sharedLimits = new FakeCallLimits();
  readonly callLimits: CallLimiter;
  /** What tokens and users have used, by their ids. */
  readonly quotas = {
    tokens: new Map<number, QuotaUse>(),
    users: new Map<number, QuotaUse>(),
    ofToken: async (id: number): Promise<QuotaUse> => known(this.quotas.tokens, id),
    ofUser: async (id: number): Promise<QuotaUse> => known(this.quotas.users, id),
  };
  readonly unforeseen: string[] = [];
  /** Calls that were counted as refused, by key and reason. */
  readonly refused: (readonly [TokenId | undefined, RefusedFor])[] = [];
  readonly bodies: BodyMemory;
  /** Why bodies were refused. */
  readonly bodyRefusals: BodyRefusal[] = [];
  /** How often a limit of calls has refused a call, or the choice of a channel. */
  limited = 0;
  readonly #upstreams: Upstreams;
  /** What stands at the addresses that callers name. */
  readonly outside = new FakeOutbound();
  readonly upstream: FakeUpstream;
  #server: Server | undefined;
  #ids = 0;

  private constructor(upstream: FakeUpstream, bodies: Partial<BodyLimits>, upstreams: Upstreams) {
    this.callLimits = new CallLimiter(this.sharedLimits, { clock: realClock, log: silentLog });
    this.#upstreams = upstreams;
    this.upstream = upstream;
    this.bodies = new BodyMemory(bodies, {
      telemetry: { bodyRefused: (reason) => void this.bodyRefusals.push(reason) },
    });
  }

  static async open({
    bodyBytesMax = 1024 * 1024,
    counter = wordCounter,
    bodies = {},
    providers = ownProviders,
    protocols = {},
    outbound,
    upstreams = {},
    breakers = new Breakers(),
    affinities = new Affinities(),
    random = () => 0,
    monotonicMs = realClock.monotonicMs,
  }: {
    bodyBytesMax?: number;
    counter?: TokenCounter;
    bodies?: Partial<BodyLimits>;
    providers?: Providers;
    /** Routes beside the product's. */
    protocols?: Readonly<Record<string, Protocol<'chat'>>>;
    /** In place of the fake one. */
    outbound?: OutboundCalls;
    upstreams?: Partial<UpstreamsLimits>;
    breakers?: Breakers;
    affinities?: Affinities;
    random?: () => number;
    monotonicMs?: () => number;
  } = {}): Promise<RelayFixture> {
    const relay = new RelayFixture(
      await FakeUpstream.open(),
      bodies,
      new Upstreams(upstreams, { breakers, affinities }),
    );
    relay.view.tokens.set('key', tokenView());
    relay.view.channels.push(channelView({ id: 1, baseUrl: relay.upstream.url }));
    const app = express();
    app.use((_request: Request, response: Response, next: NextFunction) => {
      relay.#ids += 1;
      response.locals['requestId'] = `id-${relay.#ids}`;
      next();
    });
    app.use(connectionCalls(errorFormOf));
    const log = {
      ...silentLog,
      error: (fields: object, message: string) =>
        void relay.unforeseen.push(`${message}: ${String((fields as { err?: unknown }).err)}`),
    };
    const pictures = new PictureFetcher({ outbound: outbound ?? relay.outside, view: relay.view, log });
    const ports: RelayPorts = {
      view: relay.view,
      sessions: relay.sessions,
      cashier: relay.cashier,
      kept: relay.kept,
      callLimits: relay.callLimits,
      quotas: relay.quotas,
      counter,
      providers,
      telemetry: { ...noTelemetry, callLimited: () => void (relay.limited += 1) },
      refused: { count: (token, reason) => void relay.refused.push([token?.tokenId, reason]) },
      upstreams: relay.#upstreams,
      pictures,
      random,
      bodyBytesMax,
      bodies: relay.bodies,
      clock: { ...realClock, monotonicMs },
      log,
    };
    for (const [path, protocol] of Object.entries(protocols)) app.post(path, new CallHandler(ports, protocol).handle);
    app.use(createRelayRouter({ ...ports, outbound: outbound ?? relay.outside }));
    relay.#server = createServer(app);
    relay.#server.listen(0, '127.0.0.1');
    await once(relay.#server, 'listening');
    return relay;
  }

  get port(): number {
    const address = this.#server?.address() as AddressInfo | undefined;
    if (address === undefined) throw new Error('the server is not listening');
    return address.port;
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    this.#server?.close();
    this.callLimits.close();
    await this.upstream.close();
    await this.#upstreams.close();
  }

  chat(fields: object = {}, call: Call = {}): Promise<Answer> {
    return this.call({
      body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'one two' }], ...fields }),
      ...call,
    });
  }

  /** Always answers: a cut connection is an answer that is not whole. */
  call({
    path = '/v1/chat/completions',
    method = 'POST',
    key = 'key',
    headers = {},
    body,
    onText,
  }: Call): Promise<Answer> {
    return new Promise((resolve) => {
      const sent = httpRequest({
        port: this.port,
        host: '127.0.0.1',
        method,
        path,
        agent: false,
        headers: {
          ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      });
      let text = '';
      const none: Answer = { status: 0, headers: {}, text: '', whole: false };
      sent.on('error', () => resolve(none));
      sent.on('response', (response) => {
        const answer = (whole: boolean): void =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, whole });
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

  /** A caller that has sent its request and reads nothing. */
  async callWithoutReading(fields: object): Promise<Socket> {
    const socket = await this.caller();
    socket.pause();
    socket.write(requestText(fields));
    return socket;
  }

  /** A connection on which a test writes what it likes, with an ear for what comes. */
  async caller(): Promise<RawCaller> {
    const socket = connect(this.port, '127.0.0.1');
    const caller: RawCaller = Object.assign(socket, { heard: '' });
    socket.on('error', () => {});
    socket.setEncoding('latin1').on('data', (text: string) => {
      caller.heard += text;
    });
    await once(socket, 'connect');
    return caller;
  }

  /** Every caller's connection is cut, as the relay sees it. */
  async hangUpAll(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** Waits for what must come; throws when it has not come in time, so that no test waits for ever. */
  async until(condition: () => boolean): Promise<void> {
    for (let turn = 0; !condition(); turn += 1) {
      if (turn >= WAITING_TURNS_MAX) throw new Error(`this never came true: ${condition}`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  /** Waits until no reservation is open any more. */
  async settled(): Promise<void> {
    await this.until(() => this.cashier.open === 0);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export const errorOf = (answer: Answer): { message: string; type: string; code?: unknown; param?: unknown } =>
  (JSON.parse(answer.text) as { error: { message: string; type: string; code?: unknown } }).error;
