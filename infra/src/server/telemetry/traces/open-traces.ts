import { hostname } from 'node:os';
import type { Log } from '@ledgate/domain/ports/log';
import type { Environment } from '../../config/config.ts';
import { noTraces, type Traces, type TraceSettings } from './traces.ts';
import { VERSION } from '../../../process/main/version.ts';

export type TraceVariables = Pick<
  Environment,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_SERVICE_NAME' | 'OTEL_TRACES_SAMPLER_ARG'
>;

/** undefined where no collector is named. */
export function traceSettings(variables: TraceVariables): TraceSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = variables;
  if (endpoint === undefined) return undefined;
  return {
    endpoint,
    headers: headersIn(variables.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    serviceName: variables.OTEL_SERVICE_NAME,
    ratio: variables.OTEL_TRACES_SAMPLER_ARG,
    version: VERSION,
    instance: `${hostname()}/${process.pid}`,
  };
}

/** `name=value,name=value`, values percent-encoded (OpenTelemetry's specification of the variable). */
const headersIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split(',')
      .filter((part) => part.includes('='))
      .map((part) => {
        const place = part.indexOf('=');
        return [part.slice(0, place).trim(), decodeURIComponent(part.slice(place + 1).trim())];
      }),
  );

/** Nothing is loaded where nothing is to be sent. */
export async function openTraces(settings: TraceSettings | undefined, log: Log): Promise<Traces> {
  if (settings === undefined || settings.ratio === 0) return noTraces;
  const { otlpTraces } = await import('./otlp.ts');
  return otlpTraces(settings, log);
}
