import { UPSTREAM_TIMEOUT_S_DEFAULT, UPSTREAM_TIMEOUT_S_MAX } from '../limits.ts';
import type { UpstreamTimeouts } from './upstreams.ts';

/** Models that think before they begin may be silent twice as long until then (contract B.8). */
const THINKING_FACTOR = 2;

/** From the option UpstreamTimeoutSeconds, the longest silence of an upstream. */
export function upstreamTimeouts(option: string, model: string): UpstreamTimeouts {
  const seconds = Number(option);
  const bytesMs =
    1_000 * (option !== '' && seconds > 0 ? Math.min(seconds, UPSTREAM_TIMEOUT_S_MAX) : UPSTREAM_TIMEOUT_S_DEFAULT);
  return { bytesMs, headMs: model.startsWith('o1') || model.startsWith('o3') ? THINKING_FACTOR * bytesMs : bytesMs };
}
