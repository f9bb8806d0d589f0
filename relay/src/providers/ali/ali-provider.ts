import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { BadChannel } from '../../errors/bad-channel.ts';
import { isUsageTold } from '../../modes/chat-request.ts';
import { isSendable } from '../../upstream/answer-headers.ts';
import { maskOf } from '../../upstream/channel-secret.ts';
import { readOpenAiAnswer } from '../openai/openai-answer.ts';
import { OpenAiStream } from '../openai/openai-stream.ts';
import { openAiTarget } from '../openai/openai-target.ts';
import type { Provider } from '../provider.ts';
import { aliBody } from './ali-body.ts';

/** DashScope by Alibaba (docs/behaviour.md#channel-types): speaks like OpenAI, with bounds and headers of its own. */
export const ali: Provider = {
  adapters: {
    chat: {
      request(call) {
        const { origin, path, streamed, whole } = openAiTarget(call.channel, 'chat');
        const { stream } = call.request;
        const headers = [...(stream ? streamed : whole), ...ownHeaders(call.channel, stream)];
        return { origin, path, headers, body: aliBody(call) };
      },
      readAnswer: ({ body }) => readOpenAiAnswer(body),
      openStream: ({ request, channel }) =>
        new OpenAiStream(isUsageTold(request), {
          holdsUsage: request.costAsked !== undefined,
          mask: maskOf(channel.key),
        }),
    },
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
