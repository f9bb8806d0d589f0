import { PATHS_OF_PROGRAMS } from '@ledgate/domain/catalogue/paths-of-programs';
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { SessionGate } from './access/session-gate.ts';
import { BillingHandler } from './billing/billing-handler.ts';
import { CallHandler } from './calls/call-handler.ts';
import { CountTokens } from './calls/count-tokens.ts';
import { RelayError } from './errors/relay-error.ts';
import { BodyMemory } from './http/body-memory.ts';
import { cors } from './http/cors.ts';
import { requestIdOf } from './http/request-context.ts';
import { refuseWebSocket } from './http/refuse-websocket.ts';
import { sendError } from './http/send-error.ts';
import { unforeseenError } from './http/unforeseen-error.ts';
import { geminiModels } from './models/model-lists.ts';
import { ModelsHandler } from './models/models-handler.ts';
import type { RelayPorts, RelayRouterOptions } from './ports/relay-ports.ts';
import { noTelemetry } from './telemetry/relay-telemetry.ts';
import { anthropicCount, anthropicMessages } from './protocols/anthropic/anthropic-messages.ts';
import { errorFormOf } from './protocols/error-forms.ts';
import { geminiArray, geminiContent, geminiCount, geminiStream } from './protocols/gemini/gemini-content.ts';
import { openAiChat } from './protocols/openai/openai-chat.ts';
import { openAiPlayground } from './protocols/openai/openai-playground.ts';
import { openAiCompaction, openAiResponses } from './protocols/responses/openai-responses.ts';
import { openAiEmbeddings } from './protocols/openai/openai-embeddings.ts';
import { PictureFetcher } from './upstream/picture-fetcher.ts';
import { providers } from './providers/registry.ts';

/** What lies below these is the relay's alone. */
const OF_RELAY = [...PATHS_OF_PROGRAMS];
/** What the console's page calls, by its session: no other origin is let through (docs/behaviour.md#playground). */
const OF_CONSOLE = '/pg';
/** What programs of any origin call. */
const OF_PROGRAMS = PATHS_OF_PROGRAMS.filter((path) => path !== OF_CONSOLE);
/** The versions of Gemini's protocol. */
const OF_GEMINI = ['/v1', '/v1beta'];
/** Paths that OpenAI has and we know we do not (docs/behaviour.md#relay-paths). */
const NOT_IMPLEMENTED = ['/v1/images/edits', '/v1/images/variations', '/v1/files{/*path}', '/v1/fine-tunes{/*path}'];

/**
 * Everything that programs call. Mounted at `/`, behind what gives each request its id (`http/request-context.ts`) and with Express's own
 * prototypes from the start (docs/architecture.md#request-prototypes). Passes on what is not its own.
 */
export function createRelayRouter(options: RelayRouterOptions): Router {
  const ports = {
    ...options,
    telemetry: options.telemetry ?? noTelemetry,
    bodies: options.bodies ?? new BodyMemory(),
    providers: options.providers ?? providers,
    pictures: new PictureFetcher(options),
    refused: options.refused ?? { count: () => undefined },
  };
  const embeddings = new CallHandler(ports, openAiEmbeddings);
  const models = new ModelsHandler(ports);
  const router = Router();
  // The hot route stands first: every layer before it would cost each request.
  router.post('/v1/chat/completions', cors, new CallHandler(ports, openAiChat).handle);
  router.use(OF_PROGRAMS, cors);
  router.use('/v1/messages', namedForAnthropic);
  router.post('/v1/messages', new CallHandler(ports, anthropicMessages).handle);
  router.post('/v1/messages/count_tokens', new CountTokens(ports, anthropicCount).handle);
  router.post('/v1/responses', new CallHandler(ports, openAiResponses).handle);
  router.get('/v1/responses', refuseWebSocket(errorFormOf));
  router.post('/v1/responses/compact', new CallHandler(ports, openAiCompaction).handle);
  router.get(['/v1/responses/:id', '/v1/responses/:id/input_items'], models.nothingStored);
  router.delete('/v1/responses/:id', models.nothingStored);
  router.post('/v1/responses/:id/cancel', models.nothingStored);
  router.post('/v1/embeddings', embeddings.handle);
  router.post('/v1/engines/:model/embeddings', embeddings.handle);
  router.get('/v1/models', models.list);
  router.get('/v1/models/:model', models.get);
  router.delete('/v1/models/:model', models.notImplemented);
  addBillingRoutes(router, ports, options.limit);
  router.all(NOT_IMPLEMENTED, models.notImplemented);
  addGeminiRoutes(router, ports);
  router.post('/pg/chat/completions', new CallHandler(ports, openAiPlayground, new SessionGate(ports)).handle);
  router.use(OF_RELAY, unknownRoute);
  router.use(OF_RELAY, unforeseenError(ports.log, errorFormOf));
  return router;
}

function addBillingRoutes(router: Router, ports: RelayPorts, limit: RequestHandler = (_, __, next) => next()): void {
  const billing = new BillingHandler(ports);
  const paths = (name: string): string[] => ['', '/v1'].map((version) => `${version}/dashboard/billing/${name}`);
  router.get(paths('subscription'), limit, billing.subscription);
  router.get(paths('usage'), limit, billing.usage);
}

/** The names of models may have slashes. Google's newer SDKs call version `v1`, whose lists the headers tell from OpenAI's. */
function addGeminiRoutes(router: Router, ports: RelayPorts): void {
  const events = new CallHandler(ports, geminiStream);
  const array = new CallHandler(ports, geminiArray);
  const models = new ModelsHandler(ports, geminiModels);
  const actions = (action: string): string[] => OF_GEMINI.map((version) => `${version}/models/*model\\:${action}`);
  router.post(actions('generateContent'), new CallHandler(ports, geminiContent).handle);
  router.post(actions('streamGenerateContent'), (request, response) =>
    (request.query['alt'] === 'sse' ? events : array).handle(request, response),
  );
  router.post(actions('countTokens'), new CountTokens(ports, geminiCount).handle);
  router.get('/v1beta/models', models.list);
  router.get('/v1beta/models/*model', models.get);
}

/** Anthropic's SDKs read the id of a request by this name. */
function namedForAnthropic(_: Request, response: Response, next: NextFunction): void {
  response.setHeader('Request-Id', requestIdOf(response));
  next();
}

function unknownRoute(request: Request, response: Response): void {
  const path = request.originalUrl.split('?', 1)[0] ?? '';
  sendError(
    request,
    response,
    new RelayError(
      404,
      {
        message: `Unknown URL (${request.method} ${path})`,
        type: 'invalid_request_error',
        param: null,
        code: 'unknown_url',
      },
      false,
    ),
    errorFormOf(path),
  );
}
