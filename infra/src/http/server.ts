import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Express } from 'express';

/** A slow client may take this long to send its headers, and to send a whole request. */
const HEADERS_TIMEOUT_MS = 30_000;
const REQUEST_TIMEOUT_MS = 300_000;
/** An idle connection is kept for this long; longer than common proxies keep theirs, so that they close first. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/**
 * An HTTP server for an Express application that gives every request and response Express's own prototypes from the beginning. Express would
 * otherwise change the prototype of both on each call, which more than halves what the relay can carry (design section 9). Both are derived
 * classes, since V8 remembers the shape of their objects; a plain function that constructs for another gets a new shape for each object, and
 * nothing that touches one is ever quick.
 */
export function createExpressServer(app: Express): Server {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  app.request = Request.prototype as Express['request'];
  app.response = Response.prototype as Express['response'];

  const server = createServer({
    IncomingMessage: Request,
    ServerResponse: Response,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    noDelay: true,
  }, app);
  return server;
}
