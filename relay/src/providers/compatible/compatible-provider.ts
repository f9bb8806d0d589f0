import { isUsageTold } from '../../modes/chat-request.ts';
import { maskOf } from '../../upstream/channel-secret.ts';
import { isObject, jsonIn } from '../../wire/json.ts';
import { readOpenAiAnswer } from '../openai/openai-answer.ts';
import { openAiHeaders } from '../openai/openai-headers.ts';
import { openAiEmbeddings } from '../openai/openai-provider.ts';
import { OpenAiStream } from '../openai/openai-stream.ts';
import { openAiTarget } from '../openai/openai-target.ts';
import type { Call, Provider } from '../provider.ts';
import { refusalIn } from '../told-refusal.ts';
import { answerInOpenAi, eventsInOpenAi } from './compatible-answer.ts';
import { compatibleBody } from './compatible-body.ts';
import type { Compatible } from './compatible.ts';

/** A provider that speaks like OpenAI but for what its row says. */
export function compatibleProvider(row: Compatible): Provider {
  const bodyOf = compatibleBody(row);
  return {
    adapters: {
      chat: {
        ...(row.messages === undefined ? {} : { converts: true }),
        ...(row.picturesAsBytes === true ? { picturesAsBytes: true } : {}),
        request(call) {
          const { origin, path } = openAiTarget(call.channel, 'chat');
          return { origin, path, headers: headersOf(row, call), body: bodyOf(call) };
        },
        readAnswer({ body }, { channel }) {
          const bytes = answerInOpenAi(row, body);
          const answer = readOpenAiAnswer(bytes);
          if (answer !== undefined) return answer;
          const failure = jsonIn(bytes);
          return isObject(failure) ? refusalIn(failure, channel) : undefined;
        },
        openStream: ({ request, channel }) =>
          new OpenAiStream(isUsageTold(request), {
            holdsUsage: request.costAsked !== undefined,
            mask: maskOf(channel.key),
            inOpenAi: (events) => eventsInOpenAi(row, events),
            refusalIn: (event) => refusalIn(event, channel),
          }),
      },
      embeddings: row.embeddings ?? openAiEmbeddings,
    },
  };
}

function headersOf({ bearer }: Compatible, { channel, request, atMs }: Call<'chat'>): readonly string[] {
  const { streamed, whole } = openAiTarget(channel, 'chat');
  if (bearer === undefined) return request.stream ? streamed : whole;
  const accept = request.stream ? 'text/event-stream' : 'application/json';
  const shown = bearer(channel, atMs);
  return openAiHeaders(channel, accept, shown === undefined ? [] : ['authorization', `Bearer ${shown}`]);
}
