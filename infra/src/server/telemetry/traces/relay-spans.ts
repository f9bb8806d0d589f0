import { noTelemetry, type RelayTelemetry } from '@ledgate/relay/telemetry/relay-telemetry';
import type { Traces } from './traces.ts';

const OK_BELOW = 400;

/** A span for each attempt at an upstream. */
export const relaySpans = (traces: Traces): RelayTelemetry => ({
  ...noTelemetry,
  attempted(requestId, { channelId, status, latencyMs }, durationMs) {
    if (!traces.wants(requestId)) return;
    const endMs = Date.now();
    traces.tell({
      name: 'upstream attempt',
      correlationId: requestId,
      kind: 'upstream',
      startMs: endMs - durationMs,
      endMs,
      failed: status === 0 || status >= OK_BELOW,
      attributes: { 'ledgate.channel': channelId, 'http.response.status_code': status, 'ledgate.head_ms': latencyMs },
    });
  },
});

/** Both are told, one after the other. */
export const bothTelemetries = (one: RelayTelemetry, other: RelayTelemetry): RelayTelemetry => ({
  attempted(requestId, attempt, durationMs) {
    one.attempted(requestId, attempt, durationMs);
    other.attempted(requestId, attempt, durationMs);
  },
  retried() {
    one.retried();
    other.retried();
  },
  charged(charge) {
    one.charged(charge);
    other.charged(charge);
  },
  uncharged() {
    one.uncharged();
    other.uncharged();
  },
  channelDisabled() {
    one.channelDisabled();
    other.channelDisabled();
  },
  keyPutAside() {
    one.keyPutAside();
    other.keyPutAside();
  },
  readOn() {
    one.readOn();
    other.readOn();
  },
  callLimited() {
    one.callLimited();
    other.callLimited();
  },
  bodyRefused(reason) {
    one.bodyRefused(reason);
    other.bodyRefused(reason);
  },
});
