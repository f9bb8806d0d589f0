import { once } from 'node:events';
import type { Server } from 'node:http';
import type { RequestHandler } from 'express';
import { DRAIN_LIMIT_MS, DRAIN_POLL_MS } from '../limits.ts';

/** Ends a server without cutting an answer: what runs goes on, what comes now is told to go elsewhere. */
export class Draining {
  #draining = false;

  readonly gate: RequestHandler = (_request, response, next) => {
    if (!this.#draining) {
      next();
      return;
    }
    const message = `The service is stopping; try again (request id: ${String(response.locals['requestId'])})`;
    response
      .status(503)
      .set('Connection', 'close')
      .json({ error: { message, type: 'service_unavailable', param: null, code: 'stopping' } });
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
