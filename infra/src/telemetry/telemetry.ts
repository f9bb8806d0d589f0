import type { EventStore } from '@ledgate/domain/ports/event-store';
import { noTelemetry, type RelayTelemetry } from '@ledgate/relay/ports/relay-telemetry';
import type { Environment } from '../config/config.ts';
import { storeWithMetrics } from '../event-store/store-with-metrics.ts';
import type { OnAnswered } from '../http/answers.ts';
import { httpMetrics } from './metrics/http-metrics.ts';
import { ProcessMetrics } from './metrics/process-metrics.ts';
import { relayMetrics } from './metrics/relay-metrics.ts';

/** How a process can be looked at while it works. */
export type Telemetry = {
  readonly metrics: ProcessMetrics;
  readonly relay: RelayTelemetry;
  /** Told of every request that the process has answered. */
  readonly answered: readonly OnAnswered[];
  /** The same store, its appends told. */
  store(store: EventStore): EventStore;
};

export function openTelemetry({ METRICS: access }: Pick<Environment, 'METRICS'>): Telemetry {
  const metrics = new ProcessMetrics();
  if (access === 'off') return { metrics, relay: noTelemetry, answered: [], store: (store) => store };
  return { metrics, relay: relayMetrics(metrics), answered: [httpMetrics(metrics)], store: (store) => storeWithMetrics(store, metrics) };
}
