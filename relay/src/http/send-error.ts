import type { Request, Response } from 'express';
import { languageOf } from '@ledgate/domain/catalogue/language';
import type { ErrorForm } from '../errors/error-form.ts';
import type { RelayError } from '../errors/relay-error.ts';
import { saidIn } from '../errors/said-in.ts';
import { drain } from './drain.ts';
import { requestIdOf } from './request-context.ts';

const REQUEST_TIMEOUT = 408;

/** Answers an error in a protocol's form. Once an answer has begun there is nothing left to say: then the connection is cut. */
export function sendError(request: Request, response: Response, error: RelayError, form: ErrorForm): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const { status, body } = form(saidIn(languageOf(request.headers), error), requestIdOf(response));
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    // Nobody waits for the rest of a request that stood still.
    ...(error.status === REQUEST_TIMEOUT ? { Connection: 'close' } : undefined),
    ...(error.retryAfter === '' ? {} : { 'Retry-After': error.retryAfter }),
  });
  response.end(body);
  drain(request);
}
