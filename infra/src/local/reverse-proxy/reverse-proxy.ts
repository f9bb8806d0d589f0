import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { PATHS_OF_PROGRAMS } from '@ledgate/domain/catalogue/paths-of-programs';
import { createProxyServer } from 'httpxy';
import { HEADERS_TIMEOUT_MS, KEEP_ALIVE_TIMEOUT_MS } from '../../limits.ts';
import type { Backends } from './backends.ts';
import { FirstThatAccepts, NobodyAccepts } from './first-that-accepts.ts';

const OF_RELAYS = new RegExp(`^(?:${PATHS_OF_PROGRAMS.join('|')})(?:[/?]|$)`);
/** What a caller, or a proxy before us, may claim; what is not overwritten is dropped. */
const CLAIMS = ['forwarded', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto'];
const IPV4_IN_IPV6 = '::ffff:';

export type ReverseProxy = {
  /** Does not listen yet. */
  readonly server: Server;
  /** From now on requests are answered 503; those under way go on. */
  refuse(): void;
};

/**
 * One address in front of several relays and an api. Streams both ways without gathering anything; whoever hangs up, caller or backend, the other side
 * sees it. A request that no connection could be made for goes to the next relay; one that was sent is never sent again.
 */
export function createReverseProxy({
  relays,
  api,
}: {
  readonly relays: Backends;
  readonly api: Backends;
}): ReverseProxy {
  let refuses = false;
  const proxy = createProxyServer({});
  proxy.on('error', (error, request, response) =>
    fail(error, request, response instanceof ServerResponse ? response : undefined),
  );
  const server = createServer(
    { noDelay: true, requestTimeout: 0, headersTimeout: HEADERS_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS },
    (request, response) => {
      if (refuses) {
        response.setHeader('Connection', 'close');
        answerUnavailable(request, response, 'The service is stopping; try again', 'stopping');
        return;
      }
      tellWhoCalls(request);
      const agent = new FirstThatAccepts((OF_RELAYS.test(request.url ?? '') ? relays : api).order());
      void proxy.web(request, response, { target: 'http://127.0.0.1', agent });
    },
  );
  return {
    server,
    refuse: () => {
      refuses = true;
    },
  };
}

/** The backends believe us, so what they are told is what we saw. */
function tellWhoCalls({ headers, socket }: IncomingMessage): void {
  for (const name of CLAIMS) delete headers[name];
  const address = socket.remoteAddress ?? '';
  headers['x-forwarded-for'] = address.startsWith(IPV4_IN_IPV6) ? address.slice(IPV4_IN_IPV6.length) : address;
}

/** Before an answer has begun: 503 where nobody took the request; else it may have been worked on, and the caller sees the connection break as we did. */
function fail(error: Error, request: IncomingMessage | undefined, response: ServerResponse | undefined): void {
  if (response === undefined || request === undefined || response.headersSent || response.destroyed) return;
  if (error instanceof NobodyAccepts)
    answerUnavailable(request, response, 'No process can take the request at the moment; try again', 'no_process');
  else response.destroy();
}

/** In the shape that its callers know. */
function answerUnavailable(request: IncomingMessage, response: ServerResponse, message: string, code: string): void {
  const body = OF_RELAYS.test(request.url ?? '')
    ? { error: { message, type: 'service_unavailable', param: null, code } }
    : { success: false, message };
  response.writeHead(503, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  request.resume();
}
