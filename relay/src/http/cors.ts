import type { NextFunction, Request, Response } from 'express';

/** Any origin may call, also from a browser (docs/behaviour.md#relay-paths). Answers preflights. */
export function cors(request: Request, response: Response, next: NextFunction): void {
  if (request.headers.origin === undefined) {
    next();
    return;
  }
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', 'X-Oneapi-Request-Id, X-Request-Id, Request-Id');
  if (request.method !== 'OPTIONS') {
    next();
    return;
  }
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE, OPTIONS');
  response.setHeader('Access-Control-Allow-Headers', request.headers['access-control-request-headers'] ?? '*');
  response.setHeader('Access-Control-Max-Age', '43200');
  response.statusCode = 204;
  response.end();
}
