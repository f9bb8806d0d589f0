import type { Log } from '@ledgate/domain/ports/log';
import type { ErrorRequestHandler } from 'express';
import type { ErrorFormOf } from '../errors/error-form.ts';
import { RelayError } from '../errors/relay-error.ts';
import { requestIdOf } from './request-context.ts';
import { sendError } from './send-error.ts';

/**
 * What no route has answered: an address or a request that could not be read is a 4xx, everything else a fault of ours, which is logged here. The
 * caller gets his protocol's shape with the request's id, and nothing of the error itself. Four parameters are how Express knows an error handler.
 */
export const unforeseenError =
  (log: Log, formOf: ErrorFormOf): ErrorRequestHandler =>
  (error: unknown, request, response, _next): void => {
    const status = refusalStatusOf(error);
    if (status === undefined)
      log.error({ requestId: requestIdOf(response), err: error }, 'a relay request failed unexpectedly');
    const shown =
      status === undefined
        ? RelayError.own(500, 'internal_error', 'something went wrong here')
        : RelayError.own(
            status,
            'invalid_request',
            'the address of the request cannot be read; is its percent-encoding right?',
          );
    sendError(request, response, shown, formOf(request.originalUrl));
  };

/** Express marks what the caller did wrong with a 4xx status. */
function refusalStatusOf(error: unknown): number | undefined {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 499 ? status : undefined;
}
