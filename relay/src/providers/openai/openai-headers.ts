import type { ChannelView } from '@ledgate/projections/directory/relay-view';

type Headers = readonly string[];

/** Made once for each channel as it stands: flat lists of names and values. */
const kept = new WeakMap<ChannelView, { readonly streamed: Headers; readonly whole: Headers }>();

/** Bearer key, organization, and no compression, so that bytes pass as they are. */
export function openAiHeaders(channel: ChannelView, stream: boolean): Headers {
  let both = kept.get(channel);
  if (both === undefined) kept.set(channel, both = { streamed: headers(channel, 'text/event-stream'), whole: headers(channel, 'application/json') });
  return stream ? both.streamed : both.whole;
}

const headers = ({ key, organization }: ChannelView, accept: string): Headers => [
  'authorization', `Bearer ${key}`,
  'content-type', 'application/json',
  'accept', accept,
  'accept-encoding', 'identity',
  ...(organization === '' ? [] : ['openai-organization', organization]),
];
