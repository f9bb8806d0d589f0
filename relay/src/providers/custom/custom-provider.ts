import { BadChannel } from '../../errors/bad-channel.ts';
import type { Mode } from '../../modes/mode.ts';
import { isUsageTold } from '../../modes/chat-request.ts';
import { maskOf } from '../../upstream/channel-secret.ts';
import type { UpstreamRequest } from '../../upstream/upstream-request.ts';
import { splitUrl } from '../../wire/split-url.ts';
import { readOpenAiAnswer } from '../openai/openai-answer.ts';
import { embeddingsBody, readOpenAiEmbeddings } from '../openai/openai-embeddings.ts';
import { openAiHeaders } from '../openai/openai-headers.ts';
import { OpenAiStream } from '../openai/openai-stream.ts';
import { openAiBody } from '../openai/request-rewriting.ts';
import type { Call, Provider } from '../provider.ts';
import { refusalIn } from '../told-refusal.ts';

/** A full URL, `{model}` in it replaced, that answers like OpenAI in every mode (docs/behaviour.md#channel-types). */
export const custom: Provider = {
  adapters: {
    chat: {
      request: (call) => requestTo(call, openAiBody(call)),
      readAnswer: ({ body }) => readOpenAiAnswer(body),
      openStream: ({ request, channel }) =>
        new OpenAiStream(isUsageTold(request), {
          holdsUsage: request.costAsked !== undefined,
          reEncode: channel.setting['force_format'] === true,
          mask: maskOf(channel.key),
          refusalIn: (event) => refusalIn(event, channel),
        }),
    },
    embeddings: {
      request: (call) => requestTo(call, embeddingsBody(call)),
      readAnswer: ({ body }) => readOpenAiEmbeddings(body),
    },
  },
};

function requestTo({ channel, model, request }: Call<Mode>, body: Buffer): UpstreamRequest {
  if (channel.baseUrl === '') throw new BadChannel('a custom channel needs a full URL');
  const url = channel.baseUrl.replaceAll('{model}', encodeURIComponent(model));
  return {
    ...splitUrl(url, ''),
    headers: openAiHeaders(channel, request.stream ? 'text/event-stream' : 'application/json'),
    body,
  };
}
