import { BODY_REFUSALS, type RelayTelemetry } from '@ledgate/relay/telemetry/relay-telemetry';
import { CHANNELS_MAX, MODELS_MAX } from './limits.ts';
import type { ProcessMetrics } from './process-metrics.ts';
import { type Count, Handles, type Spread } from './series.ts';

const MS = 1_000;

type ChannelNumbers = { readonly label: string; readonly latency: Spread; readonly byStatus: Map<number, Count> };
type ModelNumbers = {
  readonly label: string;
  readonly quota: Count;
  readonly prompt: Count;
  readonly completion: Count;
  readonly firstToken: Spread;
};

/** Parts of the totals, each by its name in a usage and in the metric; most are 0 for most requests. */
const PARTS = [
  ['cachedRead', 'cached_read'],
  ['cachedWrite', 'cached_write'],
  ['audioInput', 'audio_input'],
  ['audioOutput', 'audio_output'],
  ['imageInput', 'image'],
  ['reasoning', 'reasoning'],
] as const;

/** What requests add to the numbers of a process: channels by id and models by the name that is billed, the first of them up to a limit. */
export function relayMetrics(metrics: ProcessMetrics): RelayTelemetry {
  const retries = metrics.counter('ledgate_upstream_retries_total').of();
  const failed = metrics.counter('ledgate_charges_failed_total').of();
  const disabled = metrics.counter('ledgate_channels_disabled_total').of();
  const keysPutAside = metrics.counter('ledgate_channel_keys_put_aside_total').of();
  const readOn = metrics.counter('ledgate_hang_up_reads_total').of();
  const limited = metrics.counter('ledgate_calls_limited_total').of();
  const refusals = metrics.counter('ledgate_bodies_refused_total');
  for (const reason of BODY_REFUSALS) refusals.of(reason);
  const attempts = metrics.counter('ledgate_upstream_attempts_total');
  const affinities = metrics.counter('ledgate_affinity_attempts_total');
  const byAffinity = { kept: affinities.of('kept'), moved: affinities.of('moved') };
  const tokens = metrics.counter('ledgate_tokens_total');
  const charges = metrics.counter('ledgate_charges_total');
  const bySource = {
    provider: charges.of('provider'),
    counted: charges.of('counted'),
    estimated: charges.of('estimated'),
    interrupted: charges.of('interrupted'),
  };

  const channels = new Handles<number, ChannelNumbers>(CHANNELS_MAX, (label) => ({
    label,
    latency: metrics.histogram('ledgate_upstream_latency_seconds').of(label),
    byStatus: new Map(),
  }));
  const models = new Handles<string, ModelNumbers>(MODELS_MAX, (label) => ({
    label,
    quota: metrics.counter('ledgate_quota_charged_total').of(label),
    prompt: tokens.of(label, 'prompt'),
    completion: tokens.of(label, 'completion'),
    firstToken: metrics.histogram('ledgate_first_token_seconds').of(label),
  }));

  const countStatus = ({ label, byStatus }: ChannelNumbers, status: number): void => {
    const known = byStatus.get(status) ?? attempts.of(label, String(status));
    byStatus.set(status, known);
    known.add();
  };

  return {
    attempted(_requestId, { channelId, status, latencyMs, affinity }) {
      const channel = channels.of(channelId);
      countStatus(channel, status);
      channel.latency.observe(latencyMs / MS);
      if (affinity !== undefined) byAffinity[affinity].add();
    },
    retried: () => retries.add(),
    charged({ modelBilled, usage, amount, firstTokenMs }) {
      const model = models.of(modelBilled);
      bySource[usage.source].add();
      model.quota.add(amount);
      model.prompt.add(usage.prompt);
      model.completion.add(usage.completion);
      if (usage.parts !== undefined)
        for (const [part, kind] of PARTS) {
          const count = usage.parts[part] ?? 0;
          if (count > 0) tokens.of(model.label, kind).add(count);
        }
      if (firstTokenMs !== null) model.firstToken.observe(firstTokenMs / MS);
    },
    uncharged: () => failed.add(),
    channelDisabled: () => disabled.add(),
    keyPutAside: () => keysPutAside.add(),
    readOn: () => readOn.add(),
    callLimited: () => limited.add(),
    bodyRefused: (reason) => refusals.of(reason).add(),
  };
}
