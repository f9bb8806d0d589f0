import express, { type Router } from 'express';

/** What one part of a process says of itself. */
export type HealthCheck = {
  readonly part: string;
  /** Why this process should not get requests now, or somebody must look; undefined when all is well. */
  readonly unready: () => string | undefined;
};

/** GET /healthz: the process lives. GET /readyz: no part of it has anything to say. */
export function createHealthRouter(checks: readonly HealthCheck[]): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', (_request, response) => {
    const reasons = checks.flatMap(({ part, unready }) => {
      const reason = unready();
      return reason === undefined ? [] : [`${part}: ${reason}`];
    });
    response.status(reasons.length === 0 ? 200 : 503).json(reasons.length === 0 ? { status: 'ready' } : { status: 'not ready', reason: reasons.join('; ') });
  });
  return router;
}
