import { isIP } from 'node:net';
import { clientAddress } from '@ledgate/relay/http/request-context';
import express, { type Request, type Router } from 'express';
import type { Environment } from '../config/config.ts';
import type { ProcessMetrics } from '../telemetry/metrics/process-metrics.ts';

type Access = Environment['METRICS'];

/**
 * GET /metrics, for those whom METRICS names: everybody who reaches the port (on), this machine alone (local), or nobody (off). Whoever may not read them
 * is passed on, as if they were not there.
 */
export function createMetricsRouter(metrics: ProcessMetrics, access: Access): Router {
  const router = express.Router();
  let scrape: Promise<() => Promise<{ contentType: string; text: string }>> | undefined;
  router.get('/metrics', async (request, response, next) => {
    if (!mayRead(request, access)) {
      next();
      return;
    }
    scrape ??= import('../telemetry/metrics/exposition.ts').then(({ createExposition }) => createExposition(metrics));
    const { contentType, text } = await (await scrape)();
    response.set({ 'Content-Type': contentType, 'Cache-Control': 'no-store' }).send(text);
  });
  return router;
}

/** A proxy on this machine speaks for others, whether we trust what it says of them or not. */
function mayRead(request: Request, access: Access): boolean {
  if (access !== 'local') return access === 'on';
  const forwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return !forwarded && isLoopback(clientAddress(request));
}

const isLoopback = (address: string): boolean => (isIP(address) === 4 ? address.startsWith('127.') : address === '::1');
