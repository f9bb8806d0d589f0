import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { BadChannel } from '../../errors/bad-channel.ts';
import { isSendable } from '../../upstream/answer-headers.ts';

/**
 * Names and values in turn: `shown`, which is the key as a bearer where nothing else is said, organization, and no compression, so that bytes pass as
 * they are. Throws BadChannel.
 */
export function openAiHeaders(
  { key, organization }: ChannelView,
  accept: string,
  shown: readonly string[] = ['authorization', `Bearer ${key}`],
): readonly string[] {
  if (!isSendable(key)) throw new BadChannel("the channel's key holds characters that cannot be sent");
  if (!isSendable(organization))
    throw new BadChannel("the channel's organization holds characters that cannot be sent");
  return [
    ...shown,
    'content-type',
    'application/json',
    'accept',
    accept,
    'accept-encoding',
    'identity',
    ...(organization === '' ? [] : ['openai-organization', organization]),
  ];
}
