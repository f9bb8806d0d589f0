import type { ChannelView } from '@ledgate/projections/directory/relay-view';

/** Bearer key, organization, and no compression, so that bytes pass as they are: names and values in turn. */
export const openAiHeaders = ({ key, organization }: ChannelView, accept: string): readonly string[] => [
  'authorization', `Bearer ${key}`,
  'content-type', 'application/json',
  'accept', accept,
  'accept-encoding', 'identity',
  ...(organization === '' ? [] : ['openai-organization', organization]),
];
