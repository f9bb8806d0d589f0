import type { ChatProvider } from '../chat-provider.ts';
import { BadChannel } from '../chat-provider.ts';
import { readOpenAiAnswer } from '../openai/openai-answer.ts';
import { openAiHeaders } from '../openai/openai-headers.ts';
import { OpenAiStream } from '../openai/openai-stream.ts';
import { openAiBody } from '../openai/request-rewriting.ts';
import { maskOf } from '../../upstream/channel-secret.ts';
import { splitUrl } from '../../upstream/split-url.ts';

/** Channel type 8: a full URL, `{model}` in it replaced, that answers like OpenAI (contract E). */
export const customProvider: ChatProvider = {
  request(call) {
    const { channel, model, request } = call;
    if (channel.baseUrl === '') throw new BadChannel('a custom channel needs a full URL');
    const url = channel.baseUrl.replaceAll('{model}', encodeURIComponent(model));
    return {
      ...splitUrl(url, ''),
      headers: openAiHeaders(channel, request.stream ? 'text/event-stream' : 'application/json'),
      body: openAiBody(call),
    };
  },
  readAnswer: readOpenAiAnswer,
  openStream: ({ request, channel }) =>
    new OpenAiStream(request.usageAsked, {
      reEncode: channel.setting['force_format'] === true,
      mask: maskOf(channel.key),
    }),
};
