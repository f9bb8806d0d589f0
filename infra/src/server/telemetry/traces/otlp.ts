import {
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
} from '@opentelemetry/sdk-trace-base';
import type { Log } from '@ledgate/domain/ports/log';
import { atMost } from '../../../process/main/until-over.ts';
import {
  CLOSE_TIMEOUT_MS,
  SEND_EVERY_MS,
  SEND_TIMEOUT_MS,
  SPANS_IN_ONE_CALL_MAX,
  SPANS_WAITING_MAX,
} from './limits.ts';
import { isTaken, requestSpanIdOf, traceIdOf } from './trace-ids.ts';
import type { EndedSpan, Traces, TraceSettings } from './traces.ts';

const KINDS = { request: SpanKind.SERVER, upstream: SpanKind.CLIENT, work: SpanKind.INTERNAL } as const;

/** Random ids, but for the one span whose ids follow from its correlation id. */
class ChosenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  next: { readonly traceId: string; readonly spanId: string } | undefined;
  readonly generateTraceId = (): string => this.next?.traceId ?? this.#random.generateTraceId();
  readonly generateSpanId = (): string => this.next?.spanId ?? this.#random.generateSpanId();
}

/** Sends spans by OTLP over HTTP to `endpoint`/v1/traces. A collector that does not answer costs spans and a line of the log, nothing else. */
export function otlpTraces(
  { endpoint, headers, serviceName, ratio, version, instance }: TraceSettings,
  log: Log,
): Traces {
  const say = (message: string): void => log.warn({ reason: message }, 'traces could not be sent');
  diag.setLogger(
    { error: say, warn: say, info: () => undefined, debug: () => undefined, verbose: () => undefined },
    DiagLogLevel.WARN,
  );
  const ids = new ChosenIds();
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers,
    timeoutMillis: SEND_TIMEOUT_MS,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
      'service.instance.id': instance,
    }),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor(exporter, {
        maxQueueSize: SPANS_WAITING_MAX,
        maxExportBatchSize: SPANS_IN_ONE_CALL_MAX,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_TIMEOUT_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('ledgate', version);

  return {
    wants: (correlationId) => isTaken(correlationId, ratio),
    tell: ({ name, correlationId, kind, startMs, endMs, attributes, failed }: EndedSpan) => {
      const traceId = traceIdOf(correlationId);
      if (traceId === undefined) return;
      const spanId = requestSpanIdOf(traceId);
      if (kind === 'request') ids.next = { traceId, spanId };
      const span = tracer.startSpan(
        name,
        { kind: KINDS[kind], startTime: startMs, attributes },
        kind === 'request' ? ROOT_CONTEXT : under(traceId, spanId),
      );
      ids.next = undefined;
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(Math.max(startMs, endMs));
    },
    close: () =>
      atMost(
        CLOSE_TIMEOUT_MS,
        provider.shutdown().catch((error: unknown) => say(error instanceof Error ? error.message : String(error))),
      ),
  };
}

const under = (traceId: string, spanId: string): Context =>
  trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
