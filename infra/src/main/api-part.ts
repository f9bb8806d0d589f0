import { createApiRouter } from '@ledgate/api/api-router';
import { createClaimsWorker } from '@ledgate/api/claims/claims-worker';
import type { ApiPorts } from '@ledgate/api/ports';
import type { Router } from 'express';
import type { Runner } from '@ledgate/projections/runner/runner';
import type { Pool } from 'pg';
import type { PostgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import { passwords } from '../passwords/argon2.ts';
import type { Logger } from '../telemetry/logger.ts';
import { systemClock } from './clock.ts';
import { startVerification } from './verification.ts';
import type { Lifeline } from './shutdown.ts';
import { VERSION } from './version.ts';

export type ApiParts = Pick<ApiPorts, 'view' | 'recalls' | 'testChannel' | 'acknowledged'> & {
  readonly pool: Pool;
  readonly store: PostgresEventStore;
  readonly runner: Runner;
  readonly log: Logger;
  readonly startedAtMs: number;
};

/** The console's calls. Ends when every claim that an earlier process left is credited, or after 30 s. */
export async function startApi({ pool, store, runner, log, startedAtMs, ...ports }: ApiParts, lifeline: Lifeline): Promise<Router> {
  const claims = createClaimsWorker({ db: pool, store, readModels: runner, clock: systemClock, log });
  lifeline.add('claims', () => claims.stop());
  if (!await claims.creditBacklog()) log.warn('claims of earlier processes are still being credited');
  claims.start();
  const verification = startVerification({ store, pool, log }, lifeline);
  return createApiRouter({
    ...ports, db: pool, store, readModels: runner, passwords, clock: systemClock, log, verification,
    settings: { version: VERSION, startedAtMs },
  });
}
