import { migrateDirectory } from '@ledgate/projections/directory/migrate';
import { type Runner, startRunner } from '@ledgate/projections/runner/runner';
import { migrateReadModels } from '@ledgate/projections/schema/generations';
import type { Pool } from 'pg';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import { InProcessFeed } from '../feed/in-process.ts';
import type { Logger } from '../telemetry/logger.ts';
import { systemClock } from './clock.ts';
import type { Lifeline } from './shutdown.ts';

export type Ledger = { readonly store: PostgresEventStore; readonly runner: Runner };

/** The event store, the tables beside it, and the runner that keeps the read models up to date; all on one Postgres. */
export async function openLedger(url: string, pool: Pool, log: Logger, lifeline: Lifeline): Promise<Ledger> {
  const [store] = await Promise.all([PostgresEventStore.open({ url }), migrateDirectory(pool), migrateReadModels(pool)]);
  lifeline.add('event store', () => store.close());
  const runner = startRunner({ pool, feed: new InProcessFeed(store), clock: systemClock, log });
  lifeline.add('projections', () => runner.stop());
  return { store, runner };
}
