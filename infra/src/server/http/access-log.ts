import { clientAddress } from '@ledgate/relay/http/request-context';
import type { Logger } from '../telemetry/logger.ts';
import type { OnAnswered } from './answers.ts';

/** A line for each answer at level debug, and at warn for each of 500 and above. Costs nothing where its level is off. */
export function accessLog(log: Logger): OnAnswered {
  const all = log.isLevelEnabled('debug');
  return (request, response, durationMs, whole) => {
    if (!all && response.statusCode < 500) return;
    log[response.statusCode < 500 ? 'debug' : 'warn'](
      {
        requestId: response.locals['requestId'],
        method: request.method,
        path: request.originalUrl.split('?', 1)[0],
        status: response.statusCode,
        durationMs: Math.round(durationMs),
        address: clientAddress(request),
        ...(whole ? {} : { whole }),
      },
      'answered',
    );
  };
}
