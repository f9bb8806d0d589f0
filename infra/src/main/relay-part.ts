import type { LeaseRecalls } from '@ledgate/domain/ports/lease-recalls';
import { createTillRegistry } from '@ledgate/projections/directory/tills/till-registry';
import type { RunningRelayView } from '@ledgate/projections/directory/relay-view/create-relay-view';
import { createCashier } from '@ledgate/relay/cashier/create-cashier';
import type { Faults } from '@ledgate/relay/cashier/fault-points';
import { createTestChannel, type TestChannel } from '@ledgate/relay/channels/test-channel';
import { createRelayRouter } from '@ledgate/relay/relay-router';
import { Upstreams } from '@ledgate/relay/upstream/upstreams';
import { WorkerTokenCounter } from '@ledgate/relay/usage/worker-token-counter';
import type { Router } from 'express';
import type { Pool } from 'pg';
import type { Environment } from '../config/config.ts';
import type { PostgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import type { Logger } from '../telemetry/logger.ts';
import { systemClock } from './clock.ts';
import { scaledCashierLimits } from './time-scale.ts';
import type { Lifeline } from './shutdown.ts';

/** How long leases and tills may take to be settled when the process stops; what is left a worker ends at the next start. */
const CLOSE_LIMIT_MS = 5_000;

export type RelayParts = {
  readonly environment: Environment;
  readonly pool: Pool;
  readonly store: PostgresEventStore;
  readonly view: RunningRelayView;
  readonly recalls: LeaseRecalls;
  readonly relayId: string;
  readonly faults: Faults;
  readonly log: Logger;
};

export type RelayPart = { readonly router: Router; readonly testChannel: TestChannel };

/** What programs call, with a cashier and a till of its own. */
export async function startRelay({ environment, pool, store, view, recalls, relayId, faults, log }: RelayParts, lifeline: Lifeline): Promise<RelayPart> {
  const upstreams = new Upstreams();
  lifeline.add('upstream connections', () => upstreams.close());
  const counter = new WorkerTokenCounter();
  lifeline.add('token counter', () => counter.close());
  const cashier = await createCashier({
    store, recalls, relayId, faults, clock: systemClock, tills: createTillRegistry({ pool, directoryVersion: () => view.version() }),
    directoryVersion: () => view.version(), limits: scaledCashierLimits(environment, faults), log,
  });
  lifeline.add('cashier', () => cashier.close(CLOSE_LIMIT_MS));
  const router = createRelayRouter({
    view, cashier, upstreams, counter, clock: systemClock, log, random: Math.random, bodyBytesMax: environment.BODY_BYTES_MAX,
  });
  return { router, testChannel: createTestChannel({ upstreams, view, clock: systemClock }) };
}
