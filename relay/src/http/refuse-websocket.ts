import type { RequestHandler } from 'express';
import type { ErrorFormOf } from '../errors/error-form.ts';
import { RelayError } from '../errors/relay-error.ts';
import { sendError } from './send-error.ts';

/**
 * Tells who wants a WebSocket that there is HTTP alone, by the one status after which coding agents go on by HTTP at once (docs/behaviour.md#responses), and
 * closes the connection. Whether he has a key is not asked: nothing is kept of him. Passes on what asks for none. A proxy takes `Upgrade` away, so that
 * the key of a handshake says as much.
 */
export const refuseWebSocket =
  (formOf: ErrorFormOf): RequestHandler =>
  (request, response, next) => {
    const { upgrade, 'sec-websocket-key': key } = request.headers;
    if (upgrade?.toLowerCase() !== 'websocket' && key === undefined) {
      next();
      return;
    }
    // A 426 names what is spoken instead (RFC 9110, 15.5.22).
    response.setHeader('Upgrade', 'HTTP/1.1');
    response.setHeader('Connection', 'upgrade, close');
    sendError(request, response, noWebSocket(), formOf(request.path));
  };

const noWebSocket = (): RelayError =>
  new RelayError(
    426,
    {
      message: 'There is no WebSocket here: please send the request by HTTP',
      type: 'invalid_request_error',
      param: null,
      code: 'websocket_unsupported',
    },
    false,
  );
