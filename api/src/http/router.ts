import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { RouteMap, RouteSpec } from '../contract/route.ts';
import { BODY_BYTES_MAX } from '../limits.ts';
import { bodyGuard, unlessRefused } from './body-guard.ts';
import type { BodyRoom } from './body-room.ts';
import { languageOf } from '@ledgate/domain/catalogue/language';
import type { Handlers } from './call.ts';
import { sendProblem, sendUnknownPath } from './send.ts';
import { type Kernel, requestIdOf, serve, type Served } from './serve.ts';

/** Puts the routes of one noun together with their handlers. */
export const served = <Routes extends RouteMap>(routes: Routes, handlers: Handlers<Routes>): readonly Served[] =>
  Object.entries(routes).map(([name, spec]) => ({ spec, handler: handlers[name] as Served['handler'] }));

/** A router for all of them, in their order; with and without a slash at the end; unknown paths of /api are answered 404. */
export function createRouter(routes: readonly Served[], kernel: Kernel, bodies: BodyRoom): Router {
  const router = Router({ strict: false, caseSensitive: true });
  const json = express.json({ limit: BODY_BYTES_MAX, type: () => true, strict: false });
  router.use('/api', bodyGuard(bodies), json, ...unlessRefused);
  for (const [place, alternatives] of byPlace(routes)) {
    const [method, path] = place.split(' ') as [RouteSpec['method'], string];
    router[VERBS[method]](path, choose(alternatives, kernel));
    if (alternatives.some(({ spec }) => spec.anyOrigin === true)) router.options(path, preflight);
  }
  router.use('/api', (request, response) =>
    sendUnknownPath(response, request.method, request.originalUrl.split('?')[0] ?? ''),
  );
  router.use('/api', onError(kernel));
  return router;
}

/** A browser asks beforehand where a page sends a header of its own. */
const preflight: RequestHandler = (request, response) => {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Allow-Methods', 'GET, OPTIONS');
  response.setHeader('Access-Control-Allow-Headers', request.headers['access-control-request-headers'] ?? '*');
  response.setHeader('Access-Control-Max-Age', '43200');
  response.status(204).end();
};

const VERBS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

/** `/api/token/{id}/` is `/api/token/:id` to Express, which takes it with and without the slash. */
const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '');

function byPlace(routes: readonly Served[]): ReadonlyMap<string, readonly Served[]> {
  const places = new Map<string, Served[]>();
  for (const route of routes) {
    const place = `${route.spec.method} ${expressPath(route.spec.path)}`;
    places.set(place, [...(places.get(place) ?? []), route]);
  }
  return places;
}

/** Of several routes at one place, the one whose query parameter says so; else the one without a condition. */
function choose(alternatives: readonly Served[], kernel: Kernel): RequestHandler {
  const handlers = alternatives.map((route) => ({ when: route.spec.when, handle: serve(route, kernel) }));
  return (request, response, next) => {
    const chosen =
      handlers.find(({ when }) => when !== undefined && request.query[when[0]] === when[1]) ??
      handlers.find(({ when }) => when === undefined);
    if (chosen === undefined) next();
    else chosen.handle(request, response, next);
  };
}

/** The body could not be read, or something broke: the caller learns the request id and nothing else. */
const onError =
  ({ log }: Kernel): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const language = languageOf(request.headers);
    const {
      type,
      status,
      message = '',
    } = (typeof error === 'object' && error !== null ? error : {}) as {
      type?: string;
      status?: number;
      message?: string;
    };
    if (type === 'entity.too.large')
      return sendProblem(response, { code: 'body_too_large', maximumBytes: BODY_BYTES_MAX }, language);
    if (status !== undefined && status >= 400 && status < 500) {
      return sendProblem(
        response,
        { code: type === undefined ? 'address_malformed' : 'body_malformed', detail: message },
        language,
      );
    }
    const requestId = requestIdOf(response);
    log.error({ err: error, requestId, method: request.method, path: request.path }, 'a call failed');
    if (response.headersSent) response.destroy();
    else sendProblem(response, { code: 'internal', requestId }, language);
  };
