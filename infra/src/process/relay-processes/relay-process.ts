import type { EventStore } from '@ledgate/domain/ports/event-store';
import type { Environment } from '../../server/config/config.ts';
import type { HealthCheck } from '../../server/http/readiness.ts';
import { createParentProxy } from '../../server/http/parent-proxy.ts';
import { Readiness } from '../../server/http/readiness.ts';
import { openDirectory } from '../main/directory.ts';
import { openFoundation } from '../main/foundation.ts';
import { createHttp } from '../main/http-part.ts';
import { openOutbound } from '../main/outbound.ts';
import { openUpstreams } from '../main/upstreams.ts';
import { startRelay } from '../main/relay-part.ts';
import type { Lifeline } from '../main/shutdown.ts';
import type { Logger } from '../../server/telemetry/logger.ts';
import type { ProcessMetrics } from '../../server/telemetry/metrics/process-metrics.ts';
import { GivenConnections } from './given-connections.ts';
import { NUMBERS_EVERY_MS, POOL_CONNECTIONS_MAX, READINESS_EVERY_MS, TELL_EVERY_MS } from './limits.ts';
import type { Begin, Report } from './orders.ts';

type RelayProcess = {
  readonly begin: Begin;
  readonly environment: Environment;
  readonly log: Logger;
  readonly tell: (report: Report) => void;
};

/** A relay with a till of its own, for the connections that it is given; what is not for programs goes to the parent. Ends when it can take connections. */
export async function startRelayProcess(
  { begin, environment, log, tell }: RelayProcess,
  lifeline: Lifeline,
): Promise<GivenConnections> {
  const { DATABASE_URL: url = '' } = environment;
  const opened = await openFoundation(
    environment,
    log,
    lifeline,
    Promise.resolve({ url, ours: false }),
    POOL_CONNECTIONS_MAX,
  );
  const foundation = { ...opened, processId: begin.relayId };
  const directory = await openDirectory(foundation, lifeline);
  const upstreams = openUpstreams(foundation, lifeline);
  const outbound = openOutbound(foundation, lifeline);
  const relay = await startRelay({ ...foundation, ...directory, upstreams, outbound }, lifeline);
  if (begin.tellAppends) tellAppends(foundation.store, tell);
  lifeline.add('readiness', tellReadiness(relay.checks, tell));
  lifeline.add('numbers', tellNumbers(foundation.telemetry.metrics, tell));
  const { server, draining } = createHttp({
    environment,
    log,
    telemetry: foundation.telemetry,
    relay: relay.router,
    unlimited: createParentProxy(begin.proxy),
  });
  const connections = new GivenConnections(server);
  lifeline.add('HTTP server', () => {
    tell({ kind: 'leaves' });
    return draining.end(server, connections.allClosed());
  });
  return connections;
}

/** The parent's projector would find them by polling. */
function tellAppends(store: EventStore, tell: RelayProcess['tell']): void {
  let timer: NodeJS.Timeout | undefined;
  store.onAppended(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      tell({ kind: 'appended' });
    }, TELL_EVERY_MS);
  });
}

/** Metrics too. Answers the end of telling. */
function tellNumbers(metrics: ProcessMetrics, tell: RelayProcess['tell']): () => void {
  const timer = setInterval(
    () => void metrics.own(NUMBERS_EVERY_MS / 2).then((numbers) => tell({ kind: 'numbers', numbers })),
    NUMBERS_EVERY_MS,
  );
  return () => clearInterval(timer);
}

/** Health is asked for at the parent. Answers the end of telling. */
function tellReadiness(checks: readonly HealthCheck[], tell: RelayProcess['tell']): () => void {
  const readiness = new Readiness(checks);
  let told: string | null = null;
  const timer = setInterval(
    () =>
      void readiness.look().then((results) => {
        const unready = results.find(({ reason }) => reason !== undefined)?.reason ?? null;
        if (unready !== told) tell({ kind: 'readiness', unready });
        told = unready;
      }),
    READINESS_EVERY_MS,
  );
  return () => clearInterval(timer);
}
