import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { HEADERS_BYTES_MAX, HEADERS_TIMEOUT_MS, KEEP_ALIVE_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from '../../limits.ts';

/**
 * An HTTP server for an Express application that gives every request and response Express's own prototypes from the beginning. Express would
 * otherwise change the prototype of both on each call, which more than halves what the relay can carry (docs/architecture.md#request-prototypes). Both are
 * derived classes, since V8 remembers the shape of their objects; a plain function that constructs for another gets a new shape for each object, and
 * nothing that touches one is ever quick.
 */
export function createExpressServer(app: Express): Server {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  app.request = Request.prototype as Express['request'];
  app.response = Response.prototype as Express['response'];

  const server = createServer(
    {
      IncomingMessage: Request,
      ServerResponse: Response,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      maxHeaderSize: HEADERS_BYTES_MAX,
      noDelay: true,
    },
    app,
  );
  return server;
}
