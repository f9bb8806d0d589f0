import compression from 'compression';
import type { Callers } from '@ledgate/api/http/callers';
import type { Log } from '@ledgate/domain/ports/log';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from 'express';
import type { Environment } from '../config/config.ts';
import { CRITICAL_WINDOW_S, GLOBAL_WINDOW_S } from '../../limits.ts';
import { CallMarks, callerLimits } from './caller-limits.ts';
import { createPagesRouter, notFound } from './pages.ts';
import { addressLimit } from './rate-limits.ts';
import { requestId } from './request-id.ts';

/** Calls that are guessed at: sign-in, registration, mails and outside logins (docs/behaviour.md#rate-limits). */
const CRITICAL_PATHS = [
  '/api/user/login',
  '/api/user/register',
  '/api/user/reset',
  '/api/verification',
  '/api/reset_password',
  '/api/oauth/{*path}',
];

/** By these a person ends what somebody else may be using in his name (docs/behaviour.md#sessions). */
const ENDING_PATHS = ['/api/user/sessions', '/api/user/sessions/:id', '/api/user/token'];

/** The console's calls, and whom its server asks who calls. */
export type ServedApi = { readonly router: Router; readonly callers: Callers };

export type Routers = {
  /** /v1/** and what else programs call; answers what it knows and passes on what it does not. */
  readonly relay: Router | undefined;
  /** /api/** */
  readonly api: ServedApi | undefined;
  /** /healthz and the like; in a forked relay process everything that is not for programs. Without limits. */
  readonly unlimited: RequestHandler;
  /** Folder of the built console; undefined where no pages are served. */
  readonly consoleFolder: string | undefined;
  /** See every request first, in order: the access log, the gate of a process that stops. */
  readonly first: readonly RequestHandler[];
  readonly log: Log;
};

type Limits = Pick<
  Environment,
  | 'TRUSTED_PROXIES'
  | 'GLOBAL_API_RATE_LIMIT'
  | 'SESSION_API_RATE_LIMIT'
  | 'CRITICAL_RATE_LIMIT'
  | 'GLOBAL_WEB_RATE_LIMIT'
>;

/** Everything behind one port: programs first, since their path is the hot one, then the console's calls, then its pages. */
export function createApp({ relay, api, unlimited, consoleFolder, first, log }: Routers, limits: Limits): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', limits.TRUSTED_PROXIES);
  app.set('query parser', 'simple');

  app.use(requestId);
  for (const handler of first) app.use(handler);
  // Programs before all else: every layer in front of them would cost each request.
  if (relay !== undefined) app.use(relay);
  app.use(unlimited);
  app.use(compression());
  if (api !== undefined) {
    const marks = new CallMarks();
    const critical = addressLimit(limits.CRITICAL_RATE_LIMIT, { windowSeconds: CRITICAL_WINDOW_S });
    app.use(CRITICAL_PATHS, critical, marks.critical);
    app.delete(ENDING_PATHS, marks.ending);
    app.use('/api', callerLimits(limits, api.callers, marks));
    app.use(api.router);
  }
  if (consoleFolder !== undefined)
    app.use(
      createPagesRouter(consoleFolder, addressLimit(limits.GLOBAL_WEB_RATE_LIMIT, { windowSeconds: GLOBAL_WINDOW_S })),
    );
  else app.use(notFound);
  app.use(createFailureHandler(log));
  return app;
}

/** The last word on what a handler threw: an address that cannot be decoded, or a bug. Never a stack to the caller. */
const createFailureHandler =
  (log: Log): ErrorRequestHandler =>
  (error: { status?: unknown }, _request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const badAddress = error.status === 400;
    const id = String(response.locals['requestId']);
    if (!badAddress) log.error({ err: error, requestId: id }, 'a request failed in an unforeseen way');
    const message = `${badAddress ? 'The address of the request cannot be read' : 'The request failed; the operator finds it by its id'} (request id: ${id})`;
    response.status(badAddress ? 400 : 500).json({
      error: { message, type: badAddress ? 'invalid_request_error' : 'server_error', param: null, code: null },
    });
  };
