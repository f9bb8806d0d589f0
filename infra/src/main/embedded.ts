import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createAcknowledgements } from '@ledgate/projections/directory/tills/acknowledgements';
import { ACKNOWLEDGE_TIMEOUT_MS } from '@ledgate/projections/directory/limits';
import { createLeaseRecalls } from '@ledgate/projections/directory/recalls/lease-recalls';
import { createNotifications } from '@ledgate/projections/directory/notifications';
import { createRelayView } from '@ledgate/projections/directory/relay-view/create-relay-view';
import { ensureFirstStart } from '@ledgate/projections/directory/first-start';
import type { Environment } from '../config/config.ts';
import { StartRefused } from '../data-folder/start-refused.ts';
import { createAccessLog } from '../http/access-log.ts';
import { createApp } from '../http/app.ts';
import { Draining } from '../http/draining.ts';
import { createHealthRouter } from '../http/health.ts';
import { createExpressServer } from '../http/server.ts';
import { listen } from '../http/listen.ts';
import { passwords } from '../passwords/argon2.ts';
import type { Logger } from '../telemetry/logger.ts';
import { startApi } from './api-part.ts';
import { consoleFolder } from './console-folder.ts';
import { faultsOf } from './faults.ts';
import { openLedger } from './ledger.ts';
import { openPool, type TakenPostgres, takePostgres } from './postgres.ts';
import { startRelay } from './relay-part.ts';
import type { Lifeline } from './shutdown.ts';
import { phases } from './phases.ts';
import { openDirectoryWorker, openSettler } from './worker-part.ts';

/** How long a start waits for the read models to have everything that was written before (design section 4, sagas). */
const CAUGHT_UP_WITHIN_MS = 30_000;

/**
 * The embedded profile: every role in this process, on one Postgres. Before it listens it has finished what earlier processes left: outbox
 * rows, tills and leases, claims that were not credited. Throws StartRefused. What was started ends with `lifeline`, also after a throw.
 * `postgres`: a server that is being started already.
 */
export async function startEmbedded(
  environment: Environment, log: Logger, lifeline: Lifeline, postgres: Promise<TakenPostgres> = takePostgres(environment, log, lifeline),
): Promise<{ readonly url: string }> {
  const startedAtMs = Date.now();
  const phase = phases(log);
  const relayId = randomUUID();
  const faults = faultsOf(process.env, environment.DATA_DIR);
  const onError = (error: unknown) => log.warn({ err: error }, 'a background task failed and will be tried again');

  const { url: databaseUrl, ours } = await postgres;
  phase('database');
  const pool = openPool(databaseUrl, log, lifeline);
  const { store, runner } = await openLedger(databaseUrl, pool, log, lifeline).catch((error: unknown) => { throw ours ? error : unreachable(error); });
  phase('ledger');
  const directoryWorker = openDirectoryWorker(pool, store, log, lifeline);
  await ensureFirstStart({ pool, store, hashPassword: passwords.hash });
  await directoryWorker.drainAll();
  phase('directory');

  const notifications = await createNotifications({ pool, onError });
  lifeline.add('notifications', () => notifications.close());
  const view = await createRelayView({ pool, store, notifications, relayId, onError });
  view.start();
  lifeline.add('relay view', () => view.stop());
  const recalls = createLeaseRecalls({ pool, notifications, relayId, onError });
  phase('relay view');

  if (!await runner.waitFor(await store.head(), CAUGHT_UP_WITHIN_MS)) {
    log.warn('the read models are still behind the ledger: the console shows older figures for now');
  }
  const settler = openSettler({ environment, pool, store, view, relayId, workerId: relayId, faults, log }, lifeline);
  // On a database that others may use, only heartbeats tell which relays are dead.
  if (ours) await settler.fenceAllAtStart();
  phase('dead tills');

  const relay = await startRelay({ environment, pool, store, view, recalls, relayId, faults, log }, lifeline);
  const { acknowledged } = createAcknowledgements({ pool, notifications, local: view.local });
  const api = await startApi({
    pool, store, runner, view, recalls, testChannel: relay.testChannel, log, startedAtMs,
    acknowledged: async (version) => { await acknowledged(version, ACKNOWLEDGE_TIMEOUT_MS); },
  }, lifeline);
  directoryWorker.start();
  settler.start();
  phase('relay and api');

  const draining = new Draining();
  const health = createHealthRouter({ unready: () => runner.alarm()?.message });
  const server = createExpressServer(createApp({
    relay: relay.router, api, health, consoleFolder, log, first: [createAccessLog(log), draining.gate],
  }, environment));
  await listen(server, environment);
  lifeline.add('HTTP server', () => draining.end(server));
  const { port } = server.address() as AddressInfo;
  return { url: `http://${environment.HOST === '0.0.0.0' ? 'localhost' : environment.HOST}:${port}` };
}

/** What an operator can do something about when the database is his. */
function unreachable(error: unknown): unknown {
  const { code, name, message } = error as NodeJS.ErrnoException;
  const lost = name === 'StoreUnavailable' || code?.startsWith('ECONN') === true || code === 'ENOTFOUND' || code === '28P01' || code === '3D000';
  return lost ? new StartRefused(`the database of DATABASE_URL cannot be used: ${message}; correct the variable or start that server`) : error;
}
