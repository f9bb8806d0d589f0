import { clientAddress } from '@ledgate/relay/http/request-context';
import type { RequestHandler } from 'express';
import type { Logger } from '../telemetry/logger.ts';

/** A line for each answer at level debug, and at warn for each of 500 and above. Costs nothing where its level is off. */
export function createAccessLog(log: Logger): RequestHandler {
  const all = log.isLevelEnabled('debug');
  return (request, response, next) => {
    const arrivedAt = performance.now();
    response.once('finish', () => {
      if (!all && response.statusCode < 500) return;
      log[response.statusCode < 500 ? 'debug' : 'warn']({
        requestId: response.locals['requestId'],
        method: request.method,
        path: request.originalUrl.split('?', 1)[0],
        status: response.statusCode,
        durationMs: Math.round(performance.now() - arrivedAt),
        address: clientAddress(request),
      }, 'answered');
    });
    next();
  };
}
