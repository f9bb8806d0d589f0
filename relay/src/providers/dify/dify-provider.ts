import { BadChannel } from '../../errors/bad-channel.ts';
import { isUsageTold } from '../../modes/chat-request.ts';
import { maskOf } from '../../upstream/channel-secret.ts';
import { splitUrl } from '../../wire/split-url.ts';
import { refusalIn } from '../compatible/compatible-answer.ts';
import { createdS } from '../created.ts';
import { openAiHeaders } from '../openai/openai-headers.ts';
import { OpenAiStream } from '../openai/openai-stream.ts';
import type { Call, Provider } from '../provider.ts';
import type { CompletionHead } from '../told-completion.ts';
import { readDifyAnswer } from './dify-answer.ts';
import { difyBody } from './dify-body.ts';
import { DifyEvents } from './dify-events.ts';

/** An app of Dify's: the key says which, and the app which model it asks and how. */
export const dify: Provider = {
  adapters: {
    chat: {
      converts: true,
      request({ channel, request }) {
        if (channel.baseUrl === '') throw new BadChannel('a Dify channel needs the address of its server');
        return {
          ...splitUrl(channel.baseUrl, '/v1/chat-messages'),
          headers: openAiHeaders(channel, request.stream ? 'text/event-stream' : 'application/json'),
          body: difyBody(request),
        };
      },
      readAnswer: ({ body }, call) => readDifyAnswer(body, headOf(call), call.channel),
      openStream(call) {
        const events = new DifyEvents(headOf(call));
        return new OpenAiStream(isUsageTold(call.request), {
          holdsUsage: call.request.costAsked !== undefined,
          mask: maskOf(call.channel.key),
          inOpenAi: (came) => events.inOpenAi(came),
          refusalIn: (event) => refusalIn(event, call.channel),
        });
      },
    },
  },
};

/** Of an answer that does not name itself. */
const headOf = ({ model, atMs }: Call<'chat'>): CompletionHead => ({
  id: `chatcmpl-${atMs}`,
  model,
  createdS: createdS({ atMs }),
});
