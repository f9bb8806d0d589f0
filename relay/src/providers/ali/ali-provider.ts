import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { BadChannel } from '../../errors/bad-channel.ts';
import { isSendable } from '../../upstream/answer-headers.ts';
import { openAiChat } from '../openai/openai-provider.ts';
import { openAiTarget } from '../openai/openai-target.ts';
import type { Provider } from '../provider.ts';
import { aliBody } from './ali-body.ts';
import { aliEmbeddings } from './ali-embeddings.ts';

/** DashScope by Alibaba (docs/behaviour.md#channel-types): speaks like OpenAI, with bounds and headers of its own. */
export const ali: Provider = {
  adapters: {
    chat: {
      ...openAiChat,
      request(call) {
        const { origin, path, streamed, whole } = openAiTarget(call.channel, 'chat');
        const { stream } = call.request;
        const headers = [...(stream ? streamed : whole), ...ownHeaders(call.channel, stream)];
        return { origin, path, headers, body: aliBody(call) };
      },
    },
    embeddings: aliEmbeddings,
  },
};

/** `other` of a channel names plugins, as JSON. */
function ownHeaders({ other }: ChannelView, isStream: boolean): readonly string[] {
  if (!isSendable(other)) throw new BadChannel("the channel's plugin holds characters that cannot be sent");
  return [
    ...(isStream ? ['x-dashscope-sse', 'enable'] : []),
    ...(other.trim() === '' ? [] : ['x-dashscope-plugin', other.trim()]),
  ];
}
