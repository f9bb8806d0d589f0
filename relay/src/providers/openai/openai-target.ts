import { channelTypeOf } from '@ledgate/domain/channel/channel-types';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { Mode } from '../../modes/mode.ts';
import { type SplitUrl, splitUrl } from '../../wire/split-url.ts';
import { openAiHeaders } from './openai-headers.ts';

const BASE = '/v1';
const PATHS: Readonly<Record<Mode, string>> = { chat: '/chat/completions', embeddings: '/embeddings' };
/** Cloudflare's AI gateway has the version in its own path (docs/behaviour.md#channel-types). */
const CLOUDFLARE_GATEWAY = '//gateway.ai.cloudflare.com/';

type Target = SplitUrl & { readonly streamed: readonly string[]; readonly whole: readonly string[] };

/** A channel's row is one object until it changes, so what follows from it is made once. */
const kept: Readonly<Record<Mode, WeakMap<ChannelView, Target>>> = { chat: new WeakMap(), embeddings: new WeakMap() };

/** Where a channel's calls of a mode go, and with which headers. Throws BadChannel. */
export function openAiTarget(channel: ChannelView, mode: Mode): Target {
  const known = kept[mode].get(channel);
  if (known !== undefined) return known;
  const { defaultBaseUrl = '', openAiBase = BASE, chatPath = PATHS.chat } = channelTypeOf(channel.type) ?? {};
  const baseUrl = channel.baseUrl === '' ? defaultBaseUrl : channel.baseUrl;
  const base = baseUrl.includes(CLOUDFLARE_GATEWAY)
    ? ''
    : openAiBase.replace('{other}', () => encodeURIComponent(channel.other));
  const target = {
    ...splitUrl(baseUrl, `${base}${mode === 'chat' ? chatPath : PATHS[mode]}`),
    streamed: openAiHeaders(channel, 'text/event-stream'),
    whole: openAiHeaders(channel, 'application/json'),
  };
  kept[mode].set(channel, target);
  return target;
}
