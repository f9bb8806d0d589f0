import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { LinesAsEvents } from '../../wire/lines-as-events.ts';
import { splitUrl } from '../../wire/split-url.ts';
import { openAiHeaders } from '../openai/openai-headers.ts';
import type { Provider } from '../provider.ts';
import { headOf } from '../told-completion.ts';
import { toldStream } from '../told-stream.ts';
import { readCohereAnswer } from './cohere-answer.ts';
import { cohereBody } from './cohere-body.ts';
import { CohereEvents } from './cohere-events.ts';

const { defaultBaseUrl: DEFAULT_BASE_URL } = channelTypeNamed('cohere');

/** Cohere's chat, the first version of it: a message with what went before, answered with a JSON text a line where it is streamed. */
export const cohere: Provider = {
  adapters: {
    chat: {
      converts: true,
      request: (call) => ({
        ...splitUrl(call.channel.baseUrl === '' ? DEFAULT_BASE_URL : call.channel.baseUrl, '/v1/chat'),
        headers: openAiHeaders(call.channel, call.request.stream ? 'application/stream+json' : 'application/json'),
        body: cohereBody(call.request, call.model),
      }),
      readAnswer: ({ body }, call) => readCohereAnswer(body, headOf(call), call.channel),
      openStream(call) {
        const events = new CohereEvents(headOf(call));
        return toldStream(call, (lines) => events.inOpenAi(lines), { cutter: new LinesAsEvents() });
      },
      // Lines have no type that everybody uses, and an answer that came whole is one of them.
      streams: () => true,
    },
  },
};
