import { type ChannelOverride, readOverride } from '@ledgate/domain/channel/channel-override';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { BadChannel } from '../../errors/bad-channel.ts';

/** A channel's setting is one object until its row changes. */
const read = new WeakMap<object, ReturnType<typeof readOverride>>();

/** What the channel changes of its requests; undefined where it has nothing to say. Throws BadChannel, which names the field and nothing of its value. */
export function overrideOf({ setting }: Pick<ChannelView, 'setting'>): ChannelOverride | undefined {
  const value = setting['override'];
  if (value === undefined || value === null) return undefined;
  let known = read.get(setting);
  if (known === undefined) read.set(setting, (known = readOverride(value)));
  if ('fault' in known) throw new BadChannel(`setting.${known.fault.field} is not accepted (${known.fault.rule})`);
  return known.override;
}
