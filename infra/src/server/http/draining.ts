import { once } from 'node:events';
import type { Server } from 'node:http';
import type { RequestHandler } from 'express';
import { RelayError } from '@ledgate/relay/errors/relay-error';
import { sendError } from '@ledgate/relay/http/send-error';
import { errorFormOf } from '@ledgate/relay/protocols/error-forms';
import { DRAIN_LIMIT_MS, DRAIN_POLL_MS } from '../../limits.ts';

/** Ends a server without cutting an answer: what runs goes on, what comes now is told to go elsewhere. */
export class Draining {
  #draining = false;

  readonly gate: RequestHandler = (request, response, next) => {
    if (!this.#draining) {
      next();
      return;
    }
    response.setHeader('Connection', 'close');
    sendError(request, response, stopping(), errorFormOf(request.path));
  };

  /**
   * Ends when every connection is closed: of itself, or by force after DRAIN_LIMIT_MS.
   * @param closed tells so where the server does not listen and is given its connections
   */
  async end(server: Server, closed: Promise<unknown> = closing(server)): Promise<void> {
    this.#draining = true;
    const look = setInterval(() => server.closeIdleConnections(), DRAIN_POLL_MS);
    const limit = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS);
    await closed;
    clearInterval(look);
    clearTimeout(limit);
  }
}

function closing(server: Server): Promise<unknown> {
  const closed = once(server, 'close');
  server.close();
  return closed;
}

const stopping = (): RelayError =>
  new RelayError(
    503,
    { message: 'The service is stopping; try again', type: 'service_unavailable', param: null, code: 'stopping' },
    false,
  );
