import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { isUsageTold } from '../../modes/chat-request.ts';
import { maskOf } from '../../upstream/channel-secret.ts';
import { LinesAsEvents } from '../../wire/lines-as-events.ts';
import { splitUrl } from '../../wire/split-url.ts';
import { refusalIn } from '../compatible/compatible-answer.ts';
import { createdS } from '../created.ts';
import { openAiHeaders } from '../openai/openai-headers.ts';
import { OpenAiStream } from '../openai/openai-stream.ts';
import type { Call, Provider } from '../provider.ts';
import type { CompletionHead } from '../told-completion.ts';
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
        return new OpenAiStream(isUsageTold(call.request), {
          holdsUsage: call.request.costAsked !== undefined,
          mask: maskOf(call.channel.key),
          cutter: new LinesAsEvents(),
          inOpenAi: (lines) => events.inOpenAi(lines),
          refusalIn: (event) => refusalIn(event, call.channel),
        });
      },
      // Lines have no type that everybody uses, and an answer that came whole is one of them.
      streams: () => true,
    },
  },
};

/** Of an answer that does not name itself. */
const headOf = ({ model, atMs }: Call<'chat'>): CompletionHead => ({
  id: `chatcmpl-${atMs}`,
  model,
  createdS: createdS({ atMs }),
});
