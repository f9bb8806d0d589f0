import { isIP } from 'node:net';
import { clientAddress } from '@ledgate/relay/http/request-context';
import express, { type Request, type Router } from 'express';
import type { Environment } from '../config/config.ts';
import type { ProcessMetrics } from '../telemetry/metrics/process-metrics.ts';
import { notFound } from './pages.ts';

/** `behindProxy`: a relay process of this program stands in front, and has added one address to X-Forwarded-For. */
export type MetricsAccess = { readonly access: Environment['METRICS']; readonly behindProxy: boolean };

/**
 * GET /metrics, for those whom METRICS names: everybody who reaches the port (on), this machine alone (local), or nobody (off). Others
 * are answered as if there were nothing: not by the console's page, which answers for every path that is no call.
 */
export function createMetricsRouter(metrics: ProcessMetrics, access: MetricsAccess): Router {
  const router = express.Router();
  let scrape: Promise<() => Promise<{ contentType: string; text: string }>> | undefined;
  router.get('/metrics', async (request, response, next) => {
    if (!mayRead(request, access)) return notFound(request, response, next);
    scrape ??= import('../telemetry/metrics/exposition.ts').then(({ createExposition }) => createExposition(metrics));
    const { contentType, text } = await (await scrape)();
    response.set({ 'Content-Type': contentType, 'Cache-Control': 'no-store' }).send(text);
  });
  return router;
}

/** A proxy on this machine speaks for others, whether we trust what it says of them or not. */
function mayRead(request: Request, { access, behindProxy }: MetricsAccess): boolean {
  if (access !== 'local') return access === 'on';
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().flatMap((line) => line.split(',')).length;
  return (
    forwarded === (behindProxy ? 1 : 0) && request.headers.forwarded === undefined && isLoopback(clientAddress(request))
  );
}

const isLoopback = (address: string): boolean => (isIP(address) === 4 ? address.startsWith('127.') : address === '::1');
