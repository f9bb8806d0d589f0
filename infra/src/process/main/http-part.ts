import { createRequire } from 'node:module';
import type { Server } from 'node:http';
import { dirname, join } from 'node:path';
import { connectionCalls } from '@ledgate/relay/http/connection-calls';
import { errorFormOf } from '@ledgate/relay/protocols/error-forms';
import type { Express, RequestHandler, Router } from 'express';
import type { Environment } from '../../server/config/config.ts';
import { accessLog } from '../../server/http/access-log.ts';
import { watchAnswers } from '../../server/http/answers.ts';
import { createApp, type ServedApi } from '../../server/http/app.ts';
import { Draining } from '../../server/http/draining.ts';
import { type ProxyTarget, proxyGuard, trustParentProxy } from '../../server/http/parent-proxy.ts';
import { listen } from '../../server/http/listen.ts';
import { createExpressServer } from '../../server/http/server.ts';
import type { Logger } from '../../server/telemetry/logger.ts';
import type { Telemetry } from '../../server/telemetry/telemetry.ts';
import type { Lifeline } from './shutdown.ts';

/** Where the built console lies; the package names it, so that it is found from the sources and from a built program alike. */
const consoleFolder = join(dirname(createRequire(import.meta.url).resolve('@ledgate/web/package.json')), 'dist');

export type Served = {
  readonly environment: Environment;
  readonly log: Logger;
  readonly telemetry: Telemetry;
  readonly relay?: Router | undefined;
  /** With the console's pages. */
  readonly api?: ServedApi | undefined;
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
      first: [
        ...gate,
        watchAnswers([...telemetry.answered, accessLog(log)]),
        connectionCalls(errorFormOf),
        draining.gate,
      ],
    },
    environment,
  );
  return { app, server: createExpressServer(app), draining };
}

/** Ends when the server listens. Throws StartRefused where it cannot. */
export const serve = (served: Served, lifeline: Lifeline): Promise<{ readonly port: number }> =>
  listening(createHttp(served), served.environment, lifeline);

/** The same on loopback, for this program's own relay processes only. */
export async function serveBehindProxy(served: Served, secret: string, lifeline: Lifeline): Promise<ProxyTarget> {
  const http = createHttp(served, proxyGuard(secret));
  trustParentProxy(http.app);
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
