import { INTERRUPTED_POLICIES, type InterruptedPolicy } from '@ledgate/domain/till/commands';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { createDirectoryWorker, type DirectoryWorker } from '@ledgate/projections/directory/directory-worker';
import type { RelayView } from '@ledgate/projections/directory/relay-view';
import { createTillRegistry } from '@ledgate/projections/directory/tills/till-registry';
import { openLeasesOfClosedTills, unclosedTills } from '@ledgate/projections/queries/leases';
import type { Faults } from '@ledgate/relay/cashier/fault-points';
import { createSettler, type Settler } from '@ledgate/relay/settler/create-settler';
import type { Pool } from 'pg';
import type { Environment } from '../config/config.ts';
import type { Logger } from '../telemetry/logger.ts';
import { systemClock } from './clock.ts';
import type { Lifeline } from './shutdown.ts';
import { scaledSettlerLimits } from './time-scale.ts';

/** What finishes the work of processes that have ended: outbox rows, audits; dead tills and their leases. */
export const openDirectoryWorker = (pool: Pool, store: EventStore, log: Logger, lifeline: Lifeline): DirectoryWorker => {
  const worker = createDirectoryWorker({
    store, pool,
    onError: (error) => log.warn({ err: error }, 'the outbox could not be drained'),
    onParked: (parked) => log.error({ ...parked, alarm: true }, 'an outbox row was refused by the ledger and is parked'),
  });
  lifeline.add('directory worker', () => worker.stop());
  return worker;
};

export type SettlerParts = {
  readonly environment: Environment;
  readonly pool: Pool;
  readonly store: EventStore;
  readonly view: RelayView;
  /** Of the relay in this process. */
  readonly relayId: string;
  readonly workerId: string;
  readonly faults: Faults;
  readonly log: Logger;
};

export function openSettler({ environment, pool, store, view, relayId, workerId, faults, log }: SettlerParts, lifeline: Lifeline): Settler {
  const settler = createSettler({
    store, faults, workerId, clock: systemClock, tills: createTillRegistry({ pool }), ownRelayIds: () => new Set([relayId]),
    openWork: { openLeasesOfClosedTills: () => openLeasesOfClosedTills(pool), unclosedTills: () => unclosedTills(pool) },
    interruptedPolicy: () => policyOf(view.option('InterruptedPolicy')), limits: scaledSettlerLimits(environment), log,
  });
  lifeline.add('settler', () => settler.stop());
  return settler;
}

const policyOf = (text: string): InterruptedPolicy => INTERRUPTED_POLICIES.find((policy) => policy === text) ?? 'prompt';
