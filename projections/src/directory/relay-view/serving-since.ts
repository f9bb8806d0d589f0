import { CHANNEL_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { ChannelView } from '../relay-view.ts';

/**
 * The channels with the time since when each serves what it does: since it was enabled, or given the last of its groups and models, as far as this process has
 * seen that. `before`: what they were when it looked last; undefined the first time.
 */
export function servingSince(
  channels: readonly ChannelView[],
  before: ReadonlyMap<number, ChannelView> | undefined,
  nowMs: number,
): readonly ChannelView[] {
  if (before === undefined) return channels;
  return channels.map((channel) => {
    const was = before.get(channel.id);
    const servingSinceMs = was !== undefined && servedAll(was, channel) ? was.servingSinceMs : nowMs;
    return { ...channel, servingSinceMs };
  });
}

function servedAll(was: ChannelView, { groups, models }: ChannelView): boolean {
  if (was.status !== CHANNEL_STATUS.enabled) return false;
  return groups.every((group) => was.groups.includes(group)) && hasAll(new Set(was.models), models);
}

const hasAll = (set: ReadonlySet<string>, wanted: readonly string[]): boolean => wanted.every((one) => set.has(one));
