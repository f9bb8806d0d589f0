import { keyForm, partsOf } from '@ledgate/domain/channel/channel-keys';
import { channelTypeOf } from '@ledgate/domain/channel/channel-types';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { BadChannel } from '../errors/bad-channel.ts';
import { isSendable } from '../upstream/answer-headers.ts';

/**
 * The parts of a channel's key in the order in which its type's row names them. Throws BadChannel, which names the form and nothing of the key, where one is
 * missing or empty. The last part may hold the separator.
 */
export function keyPartsOf({ type, key }: Pick<ChannelView, 'type' | 'key'>): readonly string[] {
  const shape = channelTypeOf(type)?.keyShape;
  if (shape === undefined || typeof shape === 'string') throw new Error(`keys of type ${type} have no parts`);
  const parts = partsOf(shape, key);
  if (parts.some((part) => part === '' || !isSendable(part)))
    throw new BadChannel(`the channel's key must be ${keyForm(shape)}`);
  return parts;
}
