import type { ChannelView } from '@ledgate/projections/directory/relay-view';

/** Added to each weight, so that a weight of 0 still gets its share (docs/behaviour.md#channel-choice). */
const WEIGHT_BASE = 10;

/**
 * The channel of an attempt: of the highest priority that is lower than `below`, that of the attempt before, and where there is none of the lowest; within a
 * priority at random by weight. `channels` are sorted, highest priority first, and not empty. `random` answers from 0 up to but not including 1.
 */
export function chooseChannel(channels: readonly ChannelView[], below: number, random: () => number): ChannelView {
  const [only] = channels;
  if (only === undefined) throw new RangeError('no channels to choose from');
  if (channels.length === 1) return only;
  const tier = tierOf(channels, below);
  let rest = random() * tier.reduce((sum, { weight }) => sum + shareOf(weight), 0);
  for (const channel of tier) {
    rest -= shareOf(channel.weight);
    if (rest < 0) return channel;
  }
  return tier.at(-1) ?? only;
}

const shareOf = (weight: number): number => Math.max(0, weight) + WEIGHT_BASE;

function tierOf(channels: readonly ChannelView[], below: number): readonly ChannelView[] {
  const first = channels.find(({ priority }) => priority < below) ?? channels.at(-1);
  const isOfTier = ({ priority }: ChannelView): boolean => priority === first?.priority;
  return channels.every(isOfTier) ? channels : channels.filter(isOfTier);
}
