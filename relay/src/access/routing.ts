import { CHANNEL_STATUS } from '@ledgate/domain/catalogue/statuses';
import { channelTypeOf, isWithdrawn } from '@ledgate/domain/channel/channel-types';
import { billedName } from '@ledgate/domain/pricing/lookup';
import { NO_TOKEN } from '@ledgate/domain/shared/ids';
import type { ChannelView, RelayView } from '@ledgate/projections/directory/relay-view';
import { RelayError } from '../errors/relay-error.ts';
import type { Admitted } from './gate.ts';

/** Where a request may go. `insisted`: an administrator chose the channel, so there is no other to try. */
export type Route = { readonly group: string; readonly channels: readonly ChannelView[]; readonly insisted: boolean };

/** Who asks for this group in the request itself; his own, and '', is the one that he has without asking. */
export const askingFor = (group: string, { token, channel }: Admitted): Admitted => ({
  token: { ...token, group: group === token.user.group ? '' : group },
  channel,
});

/** Group, channel and model of a request (docs/behaviour.md#order-of-checks, 9 to 12). Synchronous when what it needs is kept. Throws DirectoryUnavailable. */
export function routeOf(
  { token, channel }: Admitted,
  model: string,
  view: RelayView,
): Route | RelayError | Promise<Route | RelayError> {
  const group = token.group === '' ? token.user.group : token.group;
  if (token.group !== '' && !view.usableGroups(token.user.group).has(token.group)) {
    const whose = token.tokenId === NO_TOKEN ? 'you' : 'this API key is for it, but its owner';
    return RelayError.access(403, 'group', `group ${token.group}: ${whose} may not use it`);
  }
  if (channel !== '') return insistedRoute(channel, group, view);
  if (token.models !== null && !token.models.has(model))
    return RelayError.access(403, 'model', `this API key may not use model ${model}`);
  const found = view.channelsFor(group, billedName(model));
  return found instanceof Promise
    ? found.then((channels) => amongChannels(channels, group, model))
    : amongChannels(found, group, model);
}

function amongChannels(channels: readonly ChannelView[], group: string, model: string): Route | RelayError {
  if (channels.length === 0)
    return RelayError.access(503, 'no_channel', `no channel of group ${group} serves model ${model}`);
  if (channels.every(isGone))
    return RelayError.access(
      400,
      'no_channel',
      `model ${model} is of a kind of channel that is no longer offered (${kindOf(channels[0])})`,
    );
  return { group, channels, insisted: false };
}

async function insistedRoute(id: string, group: string, view: RelayView): Promise<Route | RelayError> {
  const channel = /^[1-9]\d{0,14}$/.test(id) ? await view.channel(Number(id)) : undefined;
  if (channel === undefined) return RelayError.access(400, 'channel', `there is no channel ${id}`);
  if (channel.status !== CHANNEL_STATUS.enabled) return RelayError.access(403, 'channel', `channel ${id} is disabled`);
  if (isGone(channel))
    return RelayError.access(
      400,
      'channel',
      `channel ${id} is of a kind that is no longer offered (${kindOf(channel)})`,
    );
  return { group, channels: [channel], insisted: true };
}

const isGone = ({ type }: ChannelView): boolean => isWithdrawn(channelTypeOf(type));

const kindOf = (channel: ChannelView | undefined): string => channelTypeOf(channel?.type ?? 0)?.name ?? '';
