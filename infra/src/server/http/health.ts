import express, { type Router } from 'express';
import { type HealthCheck, Readiness, type ReadinessLimits } from './readiness.ts';

/**
 * GET /healthz: the process lives; asks nobody. GET /readyz: each check of this process with its reason, 200 when none has one, else 503. Both without
 * access control and without secrets.
 */
export function createHealthRouter(checks: readonly HealthCheck[], limits: Partial<ReadinessLimits> = {}): Router {
  const readiness = new Readiness(checks, limits);
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const results = await readiness.look();
    const reasons = results.flatMap(({ part, reason }) => (reason === undefined ? [] : [`${part}: ${reason}`]));
    const ready = reasons.length === 0;
    response.status(ready ? 200 : 503).set('Cache-Control', 'no-store');
    response.json({
      status: ready ? 'ready' : 'not ready',
      ...(ready ? {} : { reason: reasons.join('; ') }),
      checks: results,
    });
  });
  return router;
}
