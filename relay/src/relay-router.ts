import { type Request, type Response, Router } from 'express';
import { ChatHandler } from './chat/chat-handler.ts';
import { BodyMemory } from './http/body-memory.ts';
import { cors } from './http/cors.ts';
import { RelayError } from './http/relay-error.ts';
import { sendError } from './http/send-error.ts';
import { unforeseenError } from './http/unforeseen-error.ts';
import { ModelsHandler } from './models/models-handler.ts';
import type { RelayRouterOptions } from './ports/relay-ports.ts';
import { noTelemetry } from './ports/relay-telemetry.ts';

/** Paths that OpenAI has and we know we do not (contract B.1). */
const NOT_IMPLEMENTED = ['/v1/images/edits', '/v1/images/variations', '/v1/files{/*path}', '/v1/fine-tunes{/*path}'];

/**
 * Everything that programs call. Mounted at `/`, behind what gives each request its id (`http/request-context.ts`) and with Express's own
 * prototypes from the start (design section 9). Passes on what is not its own.
 */
export function createRelayRouter(options: RelayRouterOptions): Router {
  const ports = {
    ...options,
    telemetry: options.telemetry ?? noTelemetry,
    bodies: options.bodies ?? new BodyMemory(),
  };
  const chat = new ChatHandler(ports);
  const models = new ModelsHandler(ports);
  const router = Router();
  // The hot route stands first: every layer before it would cost each request.
  router.post('/v1/chat/completions', cors, chat.handle);
  router.use('/v1', cors);
  router.get('/v1/models', models.list);
  router.get('/v1/models/:model', models.get);
  router.delete('/v1/models/:model', models.notImplemented);
  router.all(NOT_IMPLEMENTED, models.notImplemented);
  router.use('/v1', unknownRoute);
  router.use('/v1', unforeseenError(ports.log));
  return router;
}

function unknownRoute(request: Request, response: Response): void {
  const url = `${request.method} ${request.originalUrl.split('?', 1)[0]}`;
  sendError(
    request,
    response,
    new RelayError(
      404,
      { message: `Unknown URL (${url})`, type: 'invalid_request_error', param: null, code: 'unknown_url' },
      false,
    ),
  );
}
