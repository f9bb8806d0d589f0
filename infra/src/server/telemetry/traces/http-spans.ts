import type { OnAnswered } from '../../http/answers.ts';
import type { Traces } from './traces.ts';

/** Asked again and again by machines that look after the process. */
const UNTRACED: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);
const FAILED_FROM = 500;

/** The span of each request, named by the template of its route. */
export const httpSpans =
  (traces: Traces): OnAnswered =>
  (request, response, durationMs, whole) => {
    const correlationId = String(response.locals['requestId']);
    if (!traces.wants(correlationId)) return;
    const route: unknown = request.route?.path;
    if (typeof route === 'string' && UNTRACED.has(route)) return;
    const endMs = Date.now();
    traces.tell({
      name: `${request.method} ${typeof route === 'string' ? route : 'other'}`,
      correlationId,
      kind: 'request',
      startMs: endMs - durationMs,
      endMs,
      failed: !whole || response.statusCode >= FAILED_FROM,
      attributes: {
        'http.request.method': request.method,
        'http.response.status_code': response.statusCode,
        'ledgate.request_id': correlationId,
        'ledgate.answer_whole': whole,
        ...(typeof route === 'string' ? { 'http.route': route } : {}),
      },
    });
  };
