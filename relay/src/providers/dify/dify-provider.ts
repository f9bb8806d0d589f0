import { BadChannel } from '../../errors/bad-channel.ts';
import { splitUrl } from '../../wire/split-url.ts';
import { openAiHeaders } from '../openai/openai-headers.ts';
import type { Provider } from '../provider.ts';
import { headOf } from '../told-completion.ts';
import { toldStream } from '../told-stream.ts';
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
        return toldStream(call, (came) => events.inOpenAi(came));
      },
    },
  },
};
