import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';

/** A slow client may take this long to send its headers, and to send a whole request. */
const HEADERS_TIMEOUT_MS = 30_000;
const REQUEST_TIMEOUT_MS = 300_000;
/** An idle connection is kept for this long; longer than common proxies keep theirs, so that they close first. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/**
 * An HTTP server for an Express application that gives every request and response Express's own prototypes from the beginning. Express would
 * otherwise change the prototype of both on each call, which more than halves what the relay can carry (design section 9).
 */
export function createExpressServer(app: Express): Server {
  function Request(socket: Socket): IncomingMessage {
    return Reflect.construct(IncomingMessage, [socket], Request) as IncomingMessage;
  }
  function Response(request: IncomingMessage, options?: unknown): ServerResponse {
    return Reflect.construct(ServerResponse, [request, options], Response) as ServerResponse;
  }
  Request.prototype = app.request;
  Response.prototype = app.response;

  const server = createServer({
    IncomingMessage: Request as unknown as typeof IncomingMessage,
    ServerResponse: Response as unknown as typeof ServerResponse,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    noDelay: true,
  }, app);
  return server;
}
