import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { BadChannel } from '../../errors/bad-channel.ts';
import { isSendable } from '../../upstream/answer-headers.ts';
import { type SplitUrl, splitUrl } from '../../wire/split-url.ts';

const { defaultBaseUrl: DEFAULT_BASE_URL } = channelTypeNamed('gemini');
const VERSION = 'v1beta';
/** The only model that the later version has not. */
const EARLIER = { model: 'gemini-1.0-pro', version: 'v1' };

/** The version of Gemini's protocol: by the model, by `other`, else the one that all of this speaks. */
export const versionOf = ({ other }: ChannelView, model: string): string =>
  model === EARLIER.model ? EARLIER.version : other.trim() === '' ? VERSION : other.trim();

/** Where something is asked of a model. Throws BadChannel. */
export function geminiUrl(channel: ChannelView, model: string, action: string): SplitUrl {
  const name = collectedName(model).split('/').map(encodeURIComponent).join('/');
  const path = `/${encodeURIComponent(versionOf(channel, model))}/${name}:${action}`;
  return splitUrl(channel.baseUrl === '' ? DEFAULT_BASE_URL : channel.baseUrl, path);
}

/** A name may say of which collection it is. */
export const collectedName = (model: string): string =>
  /^(?:models|tunedModels)\//.test(model) ? model : `models/${model}`;

/** Of chats: for whole answers and for streams. */
export const actionOf = (isStream: boolean): string => (isStream ? 'streamGenerateContent?alt=sse' : 'generateContent');

/** No compression, so that bytes pass as they are. `auth`: name and value. Throws BadChannel. */
export function geminiHeaders(auth: readonly [string, string], isStream: boolean): readonly string[] {
  if (!isSendable(auth[1])) throw new BadChannel("the channel's key holds characters that cannot be sent");
  return [
    ...auth,
    'content-type',
    'application/json',
    'accept',
    isStream ? 'text/event-stream' : 'application/json',
    'accept-encoding',
    'identity',
  ];
}
