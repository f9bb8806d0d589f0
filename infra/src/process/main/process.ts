import { ALL, type Role } from '../../server/config/roles.ts';
import { rolesOf } from '../../server/config/combination.ts';
import type { ProjectorThread } from '../projector/projector-thread.ts';
import type { Environment } from '../../server/config/config.ts';
import { provedCallers } from '@ledgate/api/http/callers';
import type { LeaseRecalls } from '@ledgate/domain/ports/lease-recalls';
import type { TillId } from '@ledgate/domain/shared/ids';
import type { Progress } from '@ledgate/projections/runner/progress';
import { watchProgress } from '@ledgate/projections/runner/watch-progress';
import type { ShapeWatch } from '@ledgate/projections/schema/shape-watch';
import type { Router } from 'express';
import { ApiSurface } from '../../server/http/api-surface.ts';
import type { HealthCheck } from '../../server/http/readiness.ts';
import { PROJECTOR_THREAD_STOP_LIMIT_MS, CAUGHT_UP_WITHIN_MS } from '../../limits.ts';
import type { ServedApi } from '../../server/http/app.ts';
import { createOperatorRouter } from '../../server/http/operator-router.ts';
import type { Logger } from '../../server/telemetry/logger.ts';
import { startApi } from './api-part.ts';
import { systemClock } from './clock.ts';
import { type Directory, openDirectory } from './directory.ts';
import { type Foundation, openFoundation } from './foundation.ts';
import { foundationChecks } from './foundation-checks.ts';
import { forkRelays, newProxySecret } from './forked-relays.ts';
import { serve, serveBehindProxy } from './http-part.ts';
import { type Phase, phases } from './phases.ts';
import { type TakenPostgres, takePostgres } from './postgres.ts';
import { projectorThreadOf, startProjector } from './projector-part.ts';
import { standForPublishing } from './publisher-part.ts';
import { openReadModels, readsReadModels } from './read-models-part.ts';
import { openOutbound } from './outbound.ts';
import { openUpstreams } from './upstreams.ts';
import { startRelay } from './relay-part.ts';
import type { Lifeline } from './shutdown.ts';
import { atMost } from './until-over.ts';
import { watchProcess } from './watched-parts.ts';
import { directoryWorkerOf, settlerOf, standForWork, startExports } from './worker-part.ts';

/**
 * One process of Ledgate, with the parts that its roles name, on the adapters that the environment names. It listens when everything that it needs has
 * been there once; with every role it has then also finished what earlier processes left: outbox rows, tills and leases, claims. Throws StartRefused.
 * What was started ends with `lifeline`, also after a throw. `postgres`: a server that is being started already.
 */
export async function startProcess(
  environment: Environment,
  log: Logger,
  lifeline: Lifeline,
  postgres: Promise<TakenPostgres> = takePostgres(environment, log, lifeline),
): Promise<{ readonly url: string }> {
  const startedAtMs = Date.now();
  const phase = phases(log);
  const roles = rolesOf(environment);
  // Its program is loaded while the database starts.
  const projectorThread = roles.has('projector') ? projectorThreadOf(environment) : undefined;
  const foundation = await openFoundation(environment, log, lifeline, postgres).catch(async (error: unknown) => {
    await projectorThread?.stop();
    throw error;
  });
  phase('database and ledger');

  const checks: HealthCheck[] = [...foundationChecks(foundation)];
  if (projectorThread !== undefined)
    lifeline.add('projector thread', () => atMost(PROJECTOR_THREAD_STOP_LIMIT_MS, projectorThread.stop()));
  const readModels = readsReadModels(roles) ? await openReadModels(foundation, lifeline) : undefined;
  if (readModels !== undefined) checks.push(readModels.check);
  if (roles.has('publisher')) checks.push(await standForPublishing(foundation, lifeline));
  const projector = roles.has('projector') ? await startProjector(foundation, projectorThread, lifeline) : undefined;
  if (projector !== undefined) checks.push(projector.check);
  phase('publisher and projector');

  const progress = projector?.runner ?? watched(foundation, lifeline);
  const forks = environment.RELAY_PROCESSES > 1;
  const own = forks ? new Set([...roles].filter((role) => role !== 'relay')) : roles;
  const { view, ...routers } = needsDirectory(own)
    ? await startRouters(
        { foundation, projectorThread, roles: own, readModels: readModels?.watch, progress, phase, startedAtMs },
        lifeline,
      )
    : NO_ROUTERS;
  checks.push(...routers.checks);
  watchProcess(foundation, checks);
  const unlimited = createOperatorRouter(checks, foundation.telemetry.metrics, {
    access: environment.METRICS,
    behindProxy: forks,
  });
  const served = {
    environment,
    log,
    telemetry: foundation.telemetry,
    relay: routers.relay,
    api: routers.api,
    unlimited,
  };
  if (!forks) return urlOf(environment, await serve(served, lifeline));

  const proxy = await serveBehindProxy(served, newProxySecret(), lifeline);
  const processes = await forkRelays({ foundation, view, proxy, projectorThread }, lifeline);
  checks.push({ part: 'relay', unready: () => processes.unready() });
  phase('relay processes');
  return urlOf(environment, processes);
}

const urlOf = ({ HOST: host }: Environment, { port }: { readonly port: number }) => ({
  url: `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`,
});

const needsDirectory = (roles: ReadonlySet<Role>): boolean =>
  roles.has('api') || roles.has('relay') || roles.has('worker');

function watched({ pool }: Foundation, lifeline: Lifeline): Progress {
  const watch = watchProgress(pool);
  lifeline.add('watch on the read models', () => watch.stop());
  return watch;
}

type Routers = {
  readonly relay: Router | undefined;
  readonly api: ServedApi | undefined;
  readonly checks: readonly HealthCheck[];
  readonly view: Directory['view'] | undefined;
};
const NO_ROUTERS: Routers = { relay: undefined, api: undefined, checks: [], view: undefined };

type Start = {
  readonly foundation: Foundation;
  readonly projectorThread: ProjectorThread | undefined;
  readonly roles: ReadonlySet<Role>;
  readonly readModels: ShapeWatch | undefined;
  readonly progress: Progress;
  readonly phase: Phase;
  readonly startedAtMs: number;
};

/**
 * What stands on the directory: relay, api, worker. Where an upgrade's read models are not there yet, the relay serves without them, and api and worker begin
 * when they are.
 */
async function startRouters(
  { foundation, projectorThread, roles, readModels, progress, phase, startedAtMs }: Start,
  lifeline: Lifeline,
): Promise<Routers> {
  const isAlone = foundation.environment.ROLES.includes(ALL);
  const directory = await openDirectory(foundation, lifeline);
  phase('directory');
  if (isAlone && readModels !== undefined) await finishEarlier(foundation, directory, readModels, progress);
  phase('what earlier processes left');

  const upstreams = openUpstreams(foundation, lifeline);
  const outbound = openOutbound(foundation, lifeline);
  const relay = roles.has('relay')
    ? await startRelay({ ...foundation, ...directory, upstreams, outbound }, lifeline)
    : undefined;
  const api = roles.has('api') && readModels !== undefined ? new ApiSurface(readModels) : undefined;
  const callers = provedCallers({ db: foundation.pool, clock: systemClock });
  const begin = async (): Promise<void> => {
    api?.open(await startApi({ ...foundation, ...directory, progress, upstreams, startedAtMs, callers }, lifeline));
    if (roles.has('worker')) {
      const looksAfter = relay && ((tillId: TillId) => relay.cashier.looksAfter(tillId));
      const worker = { ...foundation, ...directory, progress, outbound, projectorThread, looksAfter };
      standForWork(worker, lifeline);
      await startExports(worker, lifeline);
    }
  };
  if (readModels === undefined || readModels.isReadable) await begin();
  else
    void readModels
      .readable()
      .then(() => (lifeline.isEnding ? undefined : begin()))
      .catch((error: unknown) => {
        // As at a start: a process of which a part is missing is worth less than one that is started again.
        foundation.log.fatal({ err: error }, 'what had waited for the read models could not be started');
        process.exit(1);
      });
  phase('relay, api and worker');
  return {
    relay: relay?.router,
    api: api && { router: api.router, callers },
    checks: relay?.checks ?? [],
    view: directory.view,
  };
}

const NOBODY_TO_RECALL: Pick<LeaseRecalls, 'recall'> = { recall: () => Promise.resolve(true) };

/** Outbox rows, then the tills of processes that are dead for certain. */
async function finishEarlier(
  foundation: Foundation,
  { directoryKeys, view, recalls }: Directory,
  readModels: ShapeWatch,
  progress: Progress,
): Promise<void> {
  const { store, ours, log } = foundation;
  // Where every earlier process is dead nobody is left to give a lease back: their tills are ended below, before anybody is served.
  await directoryWorkerOf({ ...foundation, directoryKeys, recalls: ours ? NOBODY_TO_RECALL : recalls }).drainAll();
  if (!(await readModels.readable(CAUGHT_UP_WITHIN_MS))) {
    log.warn(
      'the read models are still being filled for this release: the console is closed until they are, and tills of dead relays are ended by the worker then',
    );
    return;
  }
  if (!(await progress.waitFor(await store.head(), CAUGHT_UP_WITHIN_MS))) {
    log.warn('the read models are still behind the ledger: the console shows older figures for now');
  }
  // On a database that others may use, only heartbeats tell which relays are dead.
  if (ours) await settlerOf({ ...foundation, view }).fenceAllAtStart();
}
