import type { UpstreamTimeouts } from './upstream-request.ts';

/** Models that think before they begin may be silent twice as long until then (docs/behaviour.md#upstream-silence). */
const THINKING_FACTOR = 2;

/** `seconds`: the option UpstreamTimeoutSeconds, the longest silence of an upstream. */
export function upstreamTimeouts(seconds: number, model: string): UpstreamTimeouts {
  const bytesMs = 1_000 * seconds;
  return { bytesMs, headMs: model.startsWith('o1') || model.startsWith('o3') ? THINKING_FACTOR * bytesMs : bytesMs };
}
