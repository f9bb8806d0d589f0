import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

const REQUEST_ID_HEADER = 'X-Oneapi-Request-Id';
/** Where SDKs look for it. */
const SDK_REQUEST_ID_HEADER = 'X-Request-Id';

/** Gives each request an id of our own making: in the response headers, in `res.locals.requestId`, in every log line and every charge. */
export function requestId(_request: Request, response: Response, next: NextFunction): void {
  const id = randomUUID();
  response.locals['requestId'] = id;
  response.setHeader(REQUEST_ID_HEADER, id);
  response.setHeader(SDK_REQUEST_ID_HEADER, id);
  next();
}
