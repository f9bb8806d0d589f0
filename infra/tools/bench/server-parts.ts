import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { ZERO } from '@ledgate/domain/shared/quota';
import type { LeaseId, TillId } from '@ledgate/domain/shared/ids';
import type { Cashier, Reservation } from '@ledgate/relay/cashier/cashier';
import { connectionCalls } from '@ledgate/relay/http/connection-calls';
import { errorFormOf } from '@ledgate/relay/protocols/error-forms';
import { CallLimiter } from '@ledgate/relay/call-limits/call-limiter';
import { createRelayRouter } from '@ledgate/relay/relay-router';
import { channelView, FakeRelayView, tokenView } from '@ledgate/relay/testing/fake-relay-view';
import { Upstreams } from '@ledgate/relay/upstream/upstreams';
import { CONNECTION_HEADERS } from '@ledgate/relay/wire/connection-headers';
import { GuardedCalls } from '../../src/adapters/outbound/guarded-calls.ts';
import express from 'express';
import { Pool } from 'undici';
import { requestId } from '../../src/server/http/request-id.ts';
import { createExpressServer } from '../../src/server/http/server.ts';
import { hostileUpstream } from './hostile-upstream.ts';
import { CLAUDE } from './part.ts';
import { systemClock } from '../../src/process/main/clock.ts';

const STREAM_EVENTS = 50;
const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

/** Listens on a free port of the loopback; answers the URL. `upstreamUrl` is what the raw proxy and the relay pass requests on to. */
export async function openServer(role: 'upstream' | 'hostile' | 'raw' | 'relay', upstreamUrl: string): Promise<string> {
  const server = SERVERS[role](upstreamUrl);
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const SERVERS = { upstream: upstreamServer, hostile: hostileUpstream, raw: rawProxy, relay: relayServer };

function upstreamServer(): Server {
  const answer = JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'gpt-4o',
    choices: [{ index: 0, message: { role: 'assistant', content: 'hello '.repeat(60) }, finish_reason: 'stop' }],
    usage: USAGE,
  });
  return createServer((request, response) => {
    let text = '';
    request.setEncoding('latin1').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      if (!text.includes('"stream":true'))
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer);
      else sendStream(response, request.url === '/v1/messages' ? CLAUDE_STREAM : CHAT_STREAM, paceOf(text));
    });
  });
}

type StreamTexts = { readonly begin: string; readonly word: string; readonly end: string };

const CHAT_STREAM = chatStream();
const CLAUDE_STREAM = claudeStream();

function chatStream(): StreamTexts {
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'gpt-4o' };
  const chunk = (fields: object): string =>
    `data: ${JSON.stringify({ ...head, system_fingerprint: 'fp', usage: null, ...fields })}\n\n`;
  return {
    begin: '',
    word: chunk({ choices: [{ index: 0, delta: { content: ' hello' }, logprobs: null, finish_reason: null }] }),
    end: `${chunk({ choices: [], usage: USAGE })}data: [DONE]\n\n`,
  };
}

function claudeStream(): StreamTexts {
  const event = (type: string, fields: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
  const usage = { input_tokens: USAGE.prompt_tokens, output_tokens: USAGE.completion_tokens };
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: CLAUDE,
    content: [],
    stop_reason: null,
    usage,
  };
  return {
    begin:
      event('message_start', { message }) +
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    word: event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: ' hello' } }),
    end:
      event('content_block_stop', { index: 0 }) +
      event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage }) +
      event('message_stop', {}),
  };
}

type Pace = { readonly events: number; readonly everyMs: number };

/** As many events as the maximum that a request states, as many milliseconds apart as its seed, or one; undefined where it states no maximum. */
function paceOf(request: string): Pace | undefined {
  const [events, everyMs = 1] = ['max_tokens', 'seed'].map((name) => {
    const stated = new RegExp(`"${name}":(\\d+)`).exec(request)?.[1];
    return stated === undefined ? undefined : Number(stated);
  });
  return events === undefined ? undefined : { events, everyMs };
}

/** Each event in a turn of its own, as models send them: at a pace, else 50 as fast as they go. */
function sendStream(response: ServerResponse, { begin, word, end }: StreamTexts, pace: Pace | undefined): void {
  const events = pace?.events ?? STREAM_EVENTS;
  const beganAtMs = performance.now();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (begin !== '') response.write(begin);
  let sent = 0;
  const next = (): void => {
    sent += 1;
    if (sent > events) {
      response.end(end);
      return;
    }
    response.write(word);
    if (pace === undefined) setImmediate(next);
    // By the time at which each is due: streams that were begun apart would else come to send all at once.
    else setTimeout(next, beganAtMs + sent * pace.everyMs - performance.now());
  };
  next();
}

/** What anybody would write who wanted to pass requests on and nothing else. */
function rawProxy(upstreamUrl: string): Server {
  const pool = new Pool(upstreamUrl, { connections: 256, pipelining: 1 });
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { statusCode, headers, body } = await pool.request({
      path: request.url ?? '/',
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
      body: Buffer.concat(parts),
    });
    for (const name of CONNECTION_HEADERS) delete headers[name];
    response.writeHead(statusCode, headers);
    body.pipe(response);
  };
  return createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
}

/** A directory that answers at once, as the kept one does. */
class BenchView extends FakeRelayView {
  readonly ofClaude: FakeRelayView['channels'] = [];

  override channelsFor(_group: string, model: string): FakeRelayView['channels'] {
    return model === CLAUDE ? this.ofClaude : this.channels;
  }
}

const reservation: Reservation = {
  leaseId: 'lease' as LeaseId,
  tillId: 'till' as TillId,
  amount: ZERO,
  renew: () => Promise.resolve({ ok: true }),
  begin: () => {},
  record: () => Promise.resolve(undefined),
  balanceAtMost: () => undefined,
  fail: () => Promise.resolve(),
};
const cashier: Cashier = {
  reserve: () => Promise.resolve({ ok: true, reservation }),
  recall: () => Promise.resolve(),
  endOf: () => Promise.resolve({ end: undefined, closedAtMs: undefined }),
  close: () => Promise.resolve(),
};

const nobodyAsks = () => Promise.reject(new Error('nobody asks for quotas here'));

function relayServer(upstreamUrl: string): Server {
  const view = new BenchView();
  view.tokens.set('key', tokenView());
  view.channels.push(channelView({ id: 1, baseUrl: upstreamUrl }));
  view.ofClaude.push(
    channelView({ id: 2, type: channelTypeNamed('anthropic').code, models: [CLAUDE], baseUrl: upstreamUrl }),
  );
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(requestId, connectionCalls(errorFormOf));
  app.use(
    createRelayRouter({
      view,
      sessions: { ofSession: () => Promise.resolve(undefined), ofAccessToken: () => Promise.resolve(undefined) },
      cashier,
      clock: systemClock,
      callLimits: new CallLimiter({ exchange: () => Promise.resolve([]) }, { clock: systemClock, log: console }),
      quotas: { ofToken: nobodyAsks, ofUser: nobodyAsks },
      upstreams: new Upstreams(),
      outbound: new GuardedCalls({ allowed: [] }),
      random: Math.random,
      bodyBytesMax: 32 * 1024 * 1024,
      counter: { count: () => Promise.resolve({ tokens: 1, exact: true }) },
      log: { info: () => {}, warn: console.warn, error: console.error },
    }),
  );
  return createExpressServer(app);
}
