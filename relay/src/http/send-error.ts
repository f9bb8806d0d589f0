import type { Request, Response } from 'express';
import { drain } from './drain.ts';
import type { RelayError } from './relay-error.ts';
import { requestIdOf } from './request-context.ts';

const REQUEST_TIMEOUT = 408;

/** Answers an error in OpenAI's shape. Once an answer has begun there is nothing left to say: then the connection is cut. */
export function sendError(request: Request, response: Response, error: RelayError): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const body = error.body(requestIdOf(response));
  response.writeHead(error.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    // Nobody waits for the rest of a request that stood still.
    ...(error.status === REQUEST_TIMEOUT ? { Connection: 'close' } : undefined),
    ...(error.retryAfter === '' ? {} : { 'Retry-After': error.retryAfter }),
  });
  response.end(body);
  drain(request);
}
