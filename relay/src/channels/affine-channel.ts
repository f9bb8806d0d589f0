import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { AFFINITY_BACK_MS } from '../limits.ts';
import type { Affinity } from '../upstream/affinities.ts';

/** How a channel has been doing. `goodSinceMs`: since when it serves without a failure, as far as is known; -Infinity for always. Monotonic milliseconds. */
type Standing = { readonly isOpen: boolean; readonly goodSinceMs: number };

/**
 * The channel that served a conversation last, while it serves and no better one has been back for long; undefined: it is chosen as for any other call
 * (docs/behaviour.md#prompt-cache-affinity). `channels` are those that can serve the call, `below` the priority of the attempt before.
 */
export function affineChannel(
  channels: readonly ChannelView[],
  below: number,
  { channelId }: Affinity,
  standingOf: (channel: ChannelView) => Standing,
  nowMs: number,
): ChannelView | undefined {
  const last = channels.find(({ id }) => id === channelId);
  if (last === undefined || last.priority >= below) return undefined;
  if (standingOf(last).isOpen && channels.some((channel) => !standingOf(channel).isOpen)) return undefined;
  const isBetter = (channel: ChannelView): boolean => {
    if (channel.priority <= last.priority || channel.priority >= below) return false;
    const { isOpen, goodSinceMs } = standingOf(channel);
    return !isOpen && nowMs - Math.max(goodSinceMs, channel.servingSinceMs) > AFFINITY_BACK_MS;
  };
  return channels.some(isBetter) ? undefined : last;
}
