import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PATHS_OF_PROGRAMS } from '@ledgate/domain/catalogue/paths-of-programs';
import express, { type RequestHandler, type Router } from 'express';
import { PAGE_FILES_KEPT_S } from '../../limits.ts';

const NOT_PAGES = new RegExp(`^(?:${[...PATHS_OF_PROGRAMS, '/api', '/assets'].join('|')})(?:/|$)`);

const DOCUMENT_POLICY = {
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'same-origin',
};

/**
 * The console: its files, and its one document for every path that is a page of it (docs/behaviour.md#unknown-paths). Files of /assets carry a hash in their
 * names and are not counted by `limit`: one fresh visit asks for a dozen of them.
 */
export function createPagesRouter(folder: string, limit: RequestHandler): Router {
  const router = express.Router();
  router.use(
    '/assets',
    express.static(join(folder, 'assets'), {
      maxAge: PAGE_FILES_KEPT_S * 1_000,
      immutable: true,
      index: false,
      fallthrough: true,
    }),
  );
  router.use(limit);
  router.use(express.static(folder, { maxAge: PAGE_FILES_KEPT_S * 1_000, index: false, dotfiles: 'ignore' }));
  router.get('/{*path}', (request, response, next) => {
    const document = join(folder, 'index.html');
    if (NOT_PAGES.test(request.path) || !existsSync(document)) next();
    else response.set(DOCUMENT_POLICY).sendFile(document);
  });
  router.use(notFound);
  return router;
}

/** The answer to what no route knows. */
export const notFound: RequestHandler = (request, response) => {
  const message = `Invalid URL (${request.method} ${request.path})`;
  response.status(404).json({ error: { message, type: 'invalid_request_error', param: '', code: '' } });
};
