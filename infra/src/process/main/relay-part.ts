import type { OutboundCalls } from '@ledgate/domain/ports/outbound-calls';
import { createCallLimits } from '@ledgate/projections/directory/call-limits/create-call-limits';
import { createKeptAnswers } from '@ledgate/projections/directory/kept-answers/create-kept-answers';
import { createRefusedCalls } from '@ledgate/projections/directory/refused-calls/create-refused-calls';
import { createSessionUsers } from '@ledgate/projections/directory/sessions/create-session-users';
import { createTillRegistry } from '@ledgate/projections/directory/tills/till-registry';
import { createTokenQuotas } from '@ledgate/projections/queries/token-quotas';
import { CallLimiter } from '@ledgate/relay/call-limits/call-limiter';
import type { RunningCashier } from '@ledgate/relay/cashier/cashier';
import { createCashier } from '@ledgate/relay/cashier/create-cashier';
import { BodyMemory } from '@ledgate/relay/http/body-memory';
import { createRelayRouter } from '@ledgate/relay/relay-router';
import type { Upstreams } from '@ledgate/relay/upstream/upstreams';
import { WorkerTokenCounter } from '@ledgate/relay/usage/worker-token-counter';
import type { Router } from 'express';
import { systemClock } from './clock.ts';
import type { Directory } from './directory.ts';
import type { Foundation } from './foundation.ts';
import type { HealthCheck } from '../../server/http/readiness.ts';
import { CASHIER_STOP_LIMIT_MS, GLOBAL_WINDOW_S } from '../../limits.ts';
import { addressLimit } from '../../server/http/rate-limits.ts';
import { relayChecks } from './relay-checks.ts';
import type { Lifeline } from './shutdown.ts';
import { scaledCashierLimits } from './time-scale.ts';
import { watchRelay } from './watched-parts.ts';

type RelayParts = Pick<
  Foundation,
  'environment' | 'pool' | 'store' | 'faults' | 'log' | 'processId' | 'telemetry' | 'onError'
> &
  Pick<Directory, 'view' | 'recalls' | 'directoryKeys'> & {
    readonly upstreams: Upstreams;
    readonly outbound: OutboundCalls;
  };

export type Relay = {
  readonly router: Router;
  readonly cashier: RunningCashier;
  readonly checks: readonly HealthCheck[];
};

/** What programs call, with a cashier and a till of its own. */
export async function startRelay(
  {
    environment,
    pool,
    store,
    view,
    recalls,
    directoryKeys,
    upstreams,
    outbound,
    processId,
    faults,
    log,
    telemetry,
    onError,
  }: RelayParts,
  lifeline: Lifeline,
): Promise<Relay> {
  const counter = new WorkerTokenCounter();
  lifeline.add('token counter', () => counter.close());
  const cashier = await createCashier({
    store,
    recalls,
    relayId: processId,
    faults,
    clock: systemClock,
    tills: createTillRegistry({ pool, directoryVersion: () => view.version() }),
    directoryVersion: () => view.version(),
    limits: scaledCashierLimits(environment, faults),
    log,
  });
  lifeline.add('cashier', () => cashier.close(CASHIER_STOP_LIMIT_MS));
  const bodies = new BodyMemory(
    { callsOfUserMax: environment.RELAY_CALLS_OF_USER_MAX },
    { clock: systemClock, log, telemetry: telemetry.relay },
  );
  const refused = createRefusedCalls({ pool, relayId: processId, onError });
  lifeline.add('refused calls', () => refused.stop());
  const kept = createKeptAnswers({ pool, directoryKeys, clock: systemClock });
  const callLimits = new CallLimiter(createCallLimits({ pool, processId }), { clock: systemClock, log });
  lifeline.add('call limits', () => callLimits.close());
  const router = createRelayRouter({
    view,
    sessions: createSessionUsers(pool, () => systemClock.nowMs()),
    cashier,
    upstreams,
    outbound,
    counter,
    clock: systemClock,
    log,
    random: Math.random,
    bodyBytesMax: environment.BODY_BYTES_MAX,
    bodies,
    refused,
    callLimits,
    kept,
    quotas: createTokenQuotas(pool),
    limit: addressLimit(environment.GLOBAL_API_RATE_LIMIT, { windowSeconds: GLOBAL_WINDOW_S }),
    telemetry: telemetry.relay,
  });
  watchRelay({ telemetry, pool }, { cashier, view, bodies, upstreams, callLimits });
  return { router, cashier, checks: relayChecks(cashier, view, environment) };
}
