import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { type SplitUrl, splitUrl } from '../../upstream/split-url.ts';
import { openAiHeaders } from './openai-headers.ts';

const DEFAULT_BASE_URL = 'https://api.openai.com';
const CHAT_PATH = '/v1/chat/completions';
/** Cloudflare's AI gateway has the version in its own path (contract E, row 1). */
const CLOUDFLARE_GATEWAY = '//gateway.ai.cloudflare.com/';

type Target = SplitUrl & { readonly streamed: readonly string[]; readonly whole: readonly string[] };

/** A channel's row is one object until it changes, so what follows from it is made once. */
const kept = new WeakMap<ChannelView, Target>();

/** Where a channel's chats go, and with which headers. Throws BadChannel. */
export function openAiTarget(channel: ChannelView): Target {
  const known = kept.get(channel);
  if (known !== undefined) return known;
  const baseUrl = channel.baseUrl === '' ? DEFAULT_BASE_URL : channel.baseUrl;
  const path = baseUrl.includes(CLOUDFLARE_GATEWAY) ? CHAT_PATH.slice('/v1'.length) : CHAT_PATH;
  const target = {
    ...splitUrl(baseUrl, path),
    streamed: openAiHeaders(channel, 'text/event-stream'),
    whole: openAiHeaders(channel, 'application/json'),
  };
  kept.set(channel, target);
  return target;
}
