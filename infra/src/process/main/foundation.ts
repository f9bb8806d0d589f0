import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { gatedStore, LedgerGate } from '@ledgate/domain/events/ledger-gate';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import type { Faults } from '@ledgate/domain/ports/faults';
import { type LeaderElection, createLeaderElection } from '@ledgate/projections/directory/leadership/leader-election';
import { migrateDirectory } from '@ledgate/projections/directory/migrate';
import { migrateReadModels } from '@ledgate/projections/schema/generations';
import type { Pool } from 'pg';
import type { Environment } from '../../server/config/config.ts';
import { PATIENT } from '../database/database-pool.ts';
import { ANSWER_MAX_MS, POOL_CONNECTIONS_MAX } from '../../limits.ts';
import { refuseUnlessResident } from '../../operations/relocation/refuse-unless-resident.ts';
import type { Logger } from '../../server/telemetry/logger.ts';
import type { ProcessMetrics } from '../../server/telemetry/metrics/process-metrics.ts';
import { openTelemetry, type Telemetry } from '../../server/telemetry/telemetry.ts';
import { faultsOf } from './faults.ts';
import { feedPartitionsOf } from './feed-partitions.ts';
import { openPool, refusalOfDatabase, type TakenPostgres } from './postgres.ts';
import { refuseShorterLedger } from './refuse-shorter-ledger.ts';
import type { Lifeline } from './shutdown.ts';
import { type OpenedStore, openStore } from './store.ts';
import { ledgerNameOf, refuseOtherLedger, writtenLedgerSchema } from './which-ledger.ts';

/** What every part of a process stands on. */
export type Foundation = {
  readonly environment: Environment;
  readonly log: Logger;
  readonly telemetry: Telemetry;
  readonly databaseUrl: string;
  readonly pool: Pool;
  /** For work of which one query may take minutes: filling, verifying and dropping whole read models. */
  readonly patientPool: Pool;
  /** Which shapes this process may write; `store` goes by it. */
  readonly gate: LedgerGate;
  readonly store: EventStore;
  readonly gaplessPositions: boolean;
  /** Nobody else works on this database. */
  readonly ours: boolean;
  readonly election: LeaderElection;
  readonly faults: Faults;
  /** Of this process, another at each start: its relay and its worker are known by it. */
  readonly processId: string;
  /** A background task that failed and is tried again. */
  readonly onError: (error: unknown) => void;
};

/**
 * Connects to Postgres and the event store, and brings the schemas up to date. Throws StartRefused, also where the installation lives elsewhere, the
 * ledger is another installation's, or it ends before the read models do.
 */
export async function openFoundation(
  environment: Environment,
  log: Logger,
  lifeline: Lifeline,
  postgres: Promise<TakenPostgres>,
  poolConnectionsMax = POOL_CONNECTIONS_MAX,
): Promise<Foundation> {
  const { url, ours } = await postgres;
  const telemetry = await openTelemetry(environment, log);
  lifeline.add('telemetry', () => telemetry.close());
  const pool = openPool(url, log, lifeline, { connectionsMax: poolConnectionsMax, answerMaxMs: ANSWER_MAX_MS });
  const patientPool = openPool(url, log, lifeline, PATIENT);
  const works = [
    openedStore(environment, url, { log, metrics: telemetry.metrics }, lifeline),
    migrateDirectory(patientPool),
    migrateReadModels(patientPool, feedPartitionsOf(environment)),
  ] as const;
  // One that fails waits for the others: a store that opens after the lifeline has ended would stay open.
  await Promise.allSettled(works);
  const [{ store, gaplessPositions }] = await Promise.all(works).catch((error: unknown) => {
    throw ours ? error : refusalOfDatabase(error);
  });
  await refuseUnlessResident(pool);
  const gate = new LedgerGate(await writtenLedgerSchema(pool));
  const ledgerName = ledgerNameOf(environment);
  await refuseOtherLedger({ store, pool, ledgerName });
  await refuseShorterLedger({ store, pool, ledgerName });
  const onError = (error: unknown): void =>
    log.warn({ err: error }, 'a background task failed and will be tried again');
  const election = createLeaderElection({ pool, holder: `${hostname()}/${process.pid}`, onError });
  lifeline.add('elections', () => election.close());
  return {
    environment,
    log,
    telemetry,
    databaseUrl: url,
    pool,
    patientPool,
    gate,
    store: gatedStore(telemetry.store(store), gate),
    gaplessPositions,
    ours,
    election,
    onError,
    processId: randomUUID(),
    faults: faultsOf(process.env, environment.DATA_DIR),
  };
}

async function openedStore(
  environment: Environment,
  url: string,
  { log, metrics }: { readonly log: Logger; readonly metrics: ProcessMetrics },
  lifeline: Lifeline,
): Promise<OpenedStore> {
  const shut = metrics.counter('ledgate_store_channels_shut_total').of();
  const foreign = metrics.counter('ledgate_foreign_events_total').of();
  const opened = await openStore(environment, url, {
    log,
    isProduct: true,
    onShutChannel: () => shut.add(),
    onForeignEvent: () => foreign.add(),
  });
  lifeline.add('event store', () => opened.store.close());
  return opened;
}
