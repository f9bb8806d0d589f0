import type { Server } from 'node:http';
import { connectionCalls } from '@ledgate/relay/http/connection-calls';
import type { Express, RequestHandler, Router } from 'express';
import type { Environment } from '../config/config.ts';
import { accessLog } from '../http/access-log.ts';
import { watchAnswers } from '../http/answers.ts';
import { createApp } from '../http/app.ts';
import { Draining } from '../http/draining.ts';
import { type HopTarget, hopGuard, trustHop } from '../http/hop.ts';
import { listen } from '../http/listen.ts';
import { createExpressServer } from '../http/server.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { consoleFolder } from './console-folder.ts';
import type { Lifeline } from './shutdown.ts';

export type Served = {
  readonly environment: Environment;
  readonly log: Logger;
  readonly telemetry: Telemetry;
  readonly relay?: Router | undefined;
  /** With the console's pages. */
  readonly api?: Router | undefined;
  /** What answers the rest first: health, or the way to another process. */
  readonly unlimited: RequestHandler;
};

type Http = { readonly app: Express; readonly server: Server; readonly draining: Draining };

/** A server that does not listen yet. `gate` sees every request first. */
export function createHttp(
  { environment, log, telemetry, relay, api, unlimited }: Served,
  ...gate: readonly RequestHandler[]
): Http {
  const draining = new Draining();
  const app = createApp(
    {
      relay,
      api,
      unlimited,
      consoleFolder: api === undefined ? undefined : consoleFolder,
      log,
      first: [...gate, watchAnswers([...telemetry.answered, accessLog(log)]), connectionCalls(), draining.gate],
    },
    environment,
  );
  return { app, server: createExpressServer(app), draining };
}

/** Ends when the server listens. Throws StartRefused where it cannot. */
export const serve = (served: Served, lifeline: Lifeline): Promise<{ readonly port: number }> =>
  listening(createHttp(served), served.environment, lifeline);

/** The same on loopback, for this program's own relay processes only. */
export async function serveBehindHop(served: Served, secret: string, lifeline: Lifeline): Promise<HopTarget> {
  const http = createHttp(served, hopGuard(secret));
  trustHop(http.app);
  return { ...(await listening(http, { PORT: 0, HOST: '127.0.0.1' }, lifeline)), secret };
}

async function listening(
  { server, draining }: Http,
  where: Pick<Environment, 'PORT' | 'HOST'>,
  lifeline: Lifeline,
): Promise<{ readonly port: number }> {
  await listen(server, where);
  lifeline.add('HTTP server', () => draining.end(server));
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : where.PORT };
}
