import { channelTypeOf } from '@ledgate/domain/channel/channel-types';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { BadChannel } from '../../errors/bad-channel.ts';
import { type SplitUrl, splitUrl } from '../../wire/split-url.ts';
import { openAiHeaders } from './openai-headers.ts';

const BASE = '/v1';
const PATHS = {
  chat: '/chat/completions',
  embeddings: '/embeddings',
  responses: '/responses',
  compaction: '/responses/compact',
} as const;
type Resource = keyof typeof PATHS;
/** Cloudflare's AI gateway has the version in its own path (docs/behaviour.md#channel-types). */
const CLOUDFLARE_GATEWAY = '//gateway.ai.cloudflare.com/';

type Target = SplitUrl & { readonly streamed: readonly string[]; readonly whole: readonly string[] };

/** A channel's row is one object until it changes, so what follows from it is made once. */
const kept: Readonly<Record<Resource, WeakMap<ChannelView, Target>>> = {
  chat: new WeakMap(),
  embeddings: new WeakMap(),
  responses: new WeakMap(),
  compaction: new WeakMap(),
};

/** Where a channel's calls go, and with which headers. Throws BadChannel. */
export function openAiTarget(channel: ChannelView, resource: Resource): Target {
  const known = kept[resource].get(channel);
  if (known !== undefined) return known;
  const { defaultBaseUrl = '', openAiBase = BASE, chatPath = PATHS.chat } = channelTypeOf(channel.type) ?? {};
  if (openAiBase.includes('{other}') && channel.other.trim() === '')
    throw new BadChannel('its field other must name the account that it is for');
  const baseUrl = channel.baseUrl === '' ? defaultBaseUrl : channel.baseUrl;
  const base = baseUrl.includes(CLOUDFLARE_GATEWAY)
    ? ''
    : openAiBase.replace('{other}', () => encodeURIComponent(channel.other));
  const target = {
    ...splitUrl(baseUrl, `${base}${resource === 'chat' ? chatPath : PATHS[resource]}`),
    streamed: openAiHeaders(channel, 'text/event-stream'),
    whole: openAiHeaders(channel, 'application/json'),
  };
  kept[resource].set(channel, target);
  return target;
}
