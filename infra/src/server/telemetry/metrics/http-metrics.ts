import type { Request } from 'express';
import type { OnAnswered } from '../../http/answers.ts';
import { ROUTES_MAX } from './limits.ts';
import type { ProcessMetrics } from './process-metrics.ts';
import { type Count, Handles, OTHER, type Spread } from './series.ts';

const MS = 1_000;
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

type RouteNumbers = {
  readonly route: string;
  readonly duration: Spread;
  readonly byMethod: Map<string, Map<string | number, Count>>;
};

/** Counts each request by the template of the route that answered it; what no route knows, and files of the console, are `other`. */
export function httpMetrics(metrics: ProcessMetrics): OnAnswered {
  const requests = metrics.counter('ledgate_http_requests_total');
  const routes = new Handles<string, RouteNumbers>(ROUTES_MAX, (route) => ({
    route,
    duration: metrics.histogram('ledgate_http_request_duration_seconds').of(route),
    byMethod: new Map(),
  }));

  const countOf = ({ route, byMethod }: RouteNumbers, method: string, status: string | number): Count => {
    const ofMethod = byMethod.get(method) ?? new Map<string | number, Count>();
    byMethod.set(method, ofMethod);
    const known = ofMethod.get(status) ?? requests.of(route, method, String(status));
    ofMethod.set(status, known);
    return known;
  };

  return (request, response, durationMs, whole) => {
    const numbers = routes.of(routeOf(request));
    countOf(
      numbers,
      METHODS.has(request.method) ? request.method : OTHER,
      whole ? response.statusCode : 'aborted',
    ).add();
    numbers.duration.observe(durationMs / MS);
  };
}

function routeOf(request: Request): string {
  const path: unknown = request.route?.path;
  return typeof path === 'string' ? path : OTHER;
}
