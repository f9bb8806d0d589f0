import type { Router } from 'express';
import type { Environment } from '../config/config.ts';
import { createAccessLog } from '../http/access-log.ts';
import { createApp } from '../http/app.ts';
import { Draining } from '../http/draining.ts';
import { createHealthRouter, type HealthCheck } from '../http/health.ts';
import { listen } from '../http/listen.ts';
import { createExpressServer } from '../http/server.ts';
import type { Logger } from '../telemetry/logger.ts';
import { consoleFolder } from './console-folder.ts';
import type { Lifeline } from './shutdown.ts';

export type Served = {
  readonly environment: Environment;
  readonly log: Logger;
  readonly relay: Router | undefined;
  /** With the console's pages. */
  readonly api: Router | undefined;
  readonly checks: readonly HealthCheck[];
};

/** Ends when the server listens. Throws StartRefused where it cannot. */
export async function serve({ environment, log, relay, api, checks }: Served, lifeline: Lifeline): Promise<{ readonly url: string }> {
  const draining = new Draining();
  const server = createExpressServer(createApp({
    relay, api, health: createHealthRouter(checks), consoleFolder: api === undefined ? undefined : consoleFolder, log,
    first: [createAccessLog(log), draining.gate],
  }, environment));
  await listen(server, environment);
  lifeline.add('HTTP server', () => draining.end(server));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : environment.PORT;
  return { url: `http://${environment.HOST === '0.0.0.0' ? 'localhost' : environment.HOST}:${port}` };
}
