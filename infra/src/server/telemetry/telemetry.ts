import type { EventStore, RecordedEvent } from '@ledgate/domain/ports/event-store';
import type { OutboundPurpose } from '@ledgate/domain/ports/outbound-calls';
import type { Log } from '@ledgate/domain/ports/log';
import { noTelemetry, type RelayTelemetry } from '@ledgate/relay/telemetry/relay-telemetry';
import type { Environment } from '../config/config.ts';
import type { OutboundOutcome } from '../../adapters/outbound/guarded-calls.ts';
import { storeWithMetrics } from '../../adapters/event-store/store-with-metrics.ts';
import { storeWithTraces } from '../../adapters/event-store/store-with-traces.ts';
import type { OnAnswered } from '../http/answers.ts';
import { httpMetrics } from './metrics/http-metrics.ts';
import { outboundMetrics } from './metrics/outbound-metrics.ts';
import { ProcessMetrics } from './metrics/process-metrics.ts';
import { relayMetrics } from './metrics/relay-metrics.ts';
import { httpSpans } from './traces/http-spans.ts';
import { openTraces, traceSettings, type TraceVariables } from './traces/open-traces.ts';
import { projectionSpans } from './traces/projection-spans.ts';
import { tellSinceAppend } from './traces/since-append.ts';
import { bothTelemetries, relaySpans } from './traces/relay-spans.ts';
import { noTraces } from './traces/traces.ts';

/** How a process can be looked at while it works. */
export type Telemetry = {
  readonly metrics: ProcessMetrics;
  readonly relay: RelayTelemetry;
  /** Told of each call to an address that a person has named. */
  readonly outbound: (purpose: OutboundPurpose, outcome: OutboundOutcome) => void;
  /** Told of every request that the process has answered. */
  readonly answered: readonly OnAnswered[];
  /** Told of events that have been applied to the read models; undefined where nobody wants to know. */
  readonly applied: ((partition: number, events: readonly RecordedEvent[]) => void) | undefined;
  /** Told of events that Kafka has acknowledged; undefined where nobody wants to know. */
  readonly published: ((events: readonly RecordedEvent[]) => void) | undefined;
  /** The same store, its appends told. */
  store(store: EventStore): EventStore;
  /** Sends what is left. */
  close(): Promise<void>;
};

/** What METRICS and OTEL_EXPORTER_OTLP_ENDPOINT ask for. */
export async function openTelemetry(
  environment: Pick<Environment, 'METRICS'> & TraceVariables,
  log: Log,
): Promise<Telemetry> {
  const metrics = new ProcessMetrics();
  const untraced = { applied: undefined, published: undefined, close: () => Promise.resolve() };
  const counted: Telemetry =
    environment.METRICS === 'off'
      ? { metrics, relay: noTelemetry, outbound: () => undefined, answered: [], ...untraced, store: (store) => store }
      : {
          metrics,
          relay: relayMetrics(metrics),
          outbound: outboundMetrics(metrics),
          answered: [httpMetrics(metrics)],
          ...untraced,
          store: (store) => storeWithMetrics(store, metrics),
        };
  const traces = await openTraces(traceSettings(environment), log);
  if (traces === noTraces) return counted;
  return {
    metrics,
    relay: bothTelemetries(counted.relay, relaySpans(traces)),
    outbound: counted.outbound,
    answered: [...counted.answered, httpSpans(traces)],
    applied: projectionSpans(traces),
    // For each trace of a batch that Kafka took, a span from the append of its event to the acknowledgement.
    published: (events) => tellSinceAppend(traces, 'publish', events),
    store: (store) => storeWithTraces(counted.store(store), traces),
    close: () => traces.close(),
  };
}
