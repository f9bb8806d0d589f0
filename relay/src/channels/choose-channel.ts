import type { ChannelView } from '@ledgate/projections/directory/relay-view';

/** Added to each weight, so that a weight of 0 still gets its share (docs/behaviour.md#channel-choice). */
const WEIGHT_BASE = 10;

/**
 * The channel of the attempt `attempt` (from 0): of the attempt-th highest priority, beyond the last of the lowest; within a priority at random
 * by weight. `channels` are sorted, highest priority first, and not empty. `random` answers from 0 up to but not including 1.
 */
export function chooseChannel(channels: readonly ChannelView[], attempt: number, random: () => number): ChannelView {
  const [only] = channels;
  if (only === undefined) throw new RangeError('no channels to choose from');
  if (channels.length === 1) return only;
  const tier = tierOf(channels, attempt);
  let rest = random() * tier.reduce((sum, { weight }) => sum + shareOf(weight), 0);
  for (const channel of tier) {
    rest -= shareOf(channel.weight);
    if (rest < 0) return channel;
  }
  return tier.at(-1) ?? only;
}

const shareOf = (weight: number): number => Math.max(0, weight) + WEIGHT_BASE;

function tierOf(channels: readonly ChannelView[], attempt: number): readonly ChannelView[] {
  let start = 0;
  for (let tier = 0; ; tier += 1) {
    const priority = channels[start]?.priority;
    let end = start;
    while (end < channels.length && channels[end]?.priority === priority) end += 1;
    if (tier === attempt || end === channels.length)
      return start === 0 && end === channels.length ? channels : channels.slice(start, end);
    start = end;
  }
}
