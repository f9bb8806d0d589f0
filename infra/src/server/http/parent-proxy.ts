import { timingSafeEqual } from 'node:crypto';
import { Agent, request as call, type IncomingMessage } from 'node:http';
import { CONNECTION_HEADERS, namedByConnection } from '@ledgate/relay/wire/connection-headers';
import type { Express, RequestHandler } from 'express';
import { PROXY_CALLS_MAX, PROXY_CONNECTIONS_MAX, REQUEST_TIMEOUT_MS } from '../../limits.ts';

/** Where a forked relay process passes on what is not its own, and what proves that it is one. */
export type ProxyTarget = { readonly port: number; readonly secret: string };

/** Set in `res.locals` of a request that another process of this program answers, and counts. */
export const PASSED_ON = 'passedOn';

const HOST = '127.0.0.1';
const SECRET_HEADER = 'x-ledgate-proxy';

/**
 * What a relay process does with requests that are not for programs: its parent answers them, over loopback. The caller's address goes with them as the
 * last of X-Forwarded-For.
 */
export function createParentProxy({ port, secret }: ProxyTarget): RequestHandler {
  const agent = new Agent({ keepAlive: true, maxSockets: PROXY_CONNECTIONS_MAX });
  let under = 0;
  return (request, response) => {
    const unavailable = (): void => {
      if (response.headersSent) return void response.destroy();
      const message = `This part of the service cannot be reached; try again (request id: ${String(response.locals['requestId'])})`;
      response.status(503).json({ error: { message, type: 'service_unavailable', param: null, code: null } });
    };
    if (under >= PROXY_CALLS_MAX) return unavailable();
    under += 1;
    response.locals[PASSED_ON] = true;
    response.once('close', () => {
      under -= 1;
    });
    const forwarded = [request.headers['x-forwarded-for'], request.socket.remoteAddress]
      .flat()
      .filter((part) => part !== undefined)
      .join(', ');
    const headers = [...passedOn(request, 'x-forwarded-for'), 'X-Forwarded-For', forwarded, SECRET_HEADER, secret];
    // Framed as it came: with a length, or in chunks.
    if (request.headers['transfer-encoding'] !== undefined) headers.push('Transfer-Encoding', 'chunked');
    const passed = call({
      host: HOST,
      port,
      agent,
      method: request.method,
      path: request.url,
      headers,
      timeout: REQUEST_TIMEOUT_MS,
      setHost: false,
    });
    passed.once('response', (answer) => {
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, passedOn(answer));
      answer.once('error', () => response.destroy());
      answer.pipe(response);
    });
    passed.once('timeout', () => passed.destroy(new Error('silence')));
    passed.once('error', unavailable);
    response.once('close', () => passed.destroy());
    request.pipe(passed);
  };
}

/** Names and values in turns, as Node has them, without those of the connection. */
function passedOn({ rawHeaders: raw, headers }: IncomingMessage, alsoNot = ''): string[] {
  const kept: string[] = [];
  const named = namedByConnection(headers.connection ?? '');
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name = '', value = ''] = raw.slice(index, index + 2);
    const lower = name.toLowerCase();
    const isOurs = lower === alsoNot || lower === SECRET_HEADER;
    if (!isOurs && !CONNECTION_HEADERS.has(lower) && !named.includes(lower)) kept.push(name, value);
  }
  return kept;
}

/** Lets nobody but the relay processes of this program through. First of all handlers. */
export function proxyGuard(secret: string): RequestHandler {
  const expected = Buffer.from(secret);
  return (request, response, next) => {
    const given = Buffer.from(String(request.headers[SECRET_HEADER] ?? ''));
    if (given.length === expected.length && timingSafeEqual(given, expected)) next();
    else response.status(403).end();
  };
}

/** The relay process in front is believed whatever TRUSTED_PROXIES says, and nobody by that: the address it names is judged as that of a connection. */
export function trustParentProxy(app: Express): void {
  const trusted: (address: string, hop: number) => boolean = app.get('trust proxy fn');
  app.set('trust proxy', (address: string, hop: number) => hop === 0 || trusted(address, hop - 1));
}
