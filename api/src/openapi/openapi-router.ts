import { createHash } from 'node:crypto';
import { type Language, languageOf } from '@ledgate/domain/catalogue/language';
import { type Request, type Response, Router } from 'express';
import { openApiDocument } from '../contract/openapi.ts';
import { OPENAPI_KEPT_S } from '../limits.ts';
import { openApiPage, PAGE_STYLE, type ShownDocument } from './openapi-page.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

const PAGE_POLICY = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${hashOf(PAGE_STYLE)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
};

type Text = { readonly type: string; readonly text: string; readonly tag: string };

/**
 * `/api/openapi.json`, the document of this release, and `/api/docs`, a page of it; for everybody (docs/behaviour.md#openapi). Both are made at the first
 * call, and the same from then on.
 */
export function openApiRouter(version: string): Router {
  const made = new Map<string, Text>();
  const textOf = (what: string, type: string, make: () => string): Text => {
    const before = made.get(what);
    if (before !== undefined) return before;
    const text = make();
    const now = { type, text, tag: `W/"${hashOf(text)}"` };
    made.set(what, now);
    return now;
  };
  const router = Router({ strict: false, caseSensitive: true });
  router.get('/api/openapi.json', (request, response) =>
    send(
      request,
      response,
      textOf('document', 'application/json', () => JSON.stringify(openApiDocument(version))),
    ),
  );
  router.get('/api/docs', (request, response) => {
    const language: Language = languageOf(request.headers);
    response.set(PAGE_POLICY).vary('Accept-Language');
    const page = (): string => openApiPage(openApiDocument(version) as ShownDocument, language);
    send(request, response, textOf(`page ${language}`, 'text/html', page));
  });
  return router;
}

function send(request: Request, response: Response, { type, text, tag }: Text): void {
  response.set({ 'Cache-Control': `public, max-age=${OPENAPI_KEPT_S}`, ETag: tag });
  if (request.headers['if-none-match'] === tag) response.status(304).end();
  else response.type(type).send(text);
}
