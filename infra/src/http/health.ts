import express, { type Router } from 'express';

export type Health = {
  /** Why this process should not get requests now; undefined when it should. */
  readonly unready: () => string | undefined;
};

/** GET /healthz: the process lives. GET /readyz: what it depends on is there. */
export function createHealthRouter({ unready }: Health): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', (_request, response) => {
    const reason = unready();
    response.status(reason === undefined ? 200 : 503).json(reason === undefined ? { status: 'ready' } : { status: 'not ready', reason });
  });
  return router;
}
