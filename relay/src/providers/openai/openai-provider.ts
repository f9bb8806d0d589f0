import { isUsageTold, nativeOf } from '../../modes/chat-request.ts';
import { maskOf } from '../../upstream/channel-secret.ts';
import type { Adapter, Provider } from '../provider.ts';
import { refusalIn } from '../told-refusal.ts';
import { readOpenAiAnswer } from './openai-answer.ts';
import { embeddingsBody, readOpenAiEmbeddings } from './openai-embeddings.ts';
import { OpenAiStream } from './openai-stream.ts';
import { openAiTarget } from './openai-target.ts';
import { passedResponsesBody } from './passed-responses-body.ts';
import { PassedResponsesStream } from './passed-responses-stream.ts';
import { openAiBody } from './request-rewriting.ts';
import { readResponse } from './response-answer.ts';

/** Chat completions, asked and answered in the inner form itself. */
export const openAiChat: Adapter<'chat'> & Required<Pick<Adapter<'chat'>, 'openStream'>> = {
  request(call) {
    const { origin, path, streamed, whole } = openAiTarget(call.channel, 'chat');
    const { stream, beta } = call.request;
    const headers = stream ? streamed : whole;
    return {
      origin,
      path,
      headers: beta === undefined ? headers : [...headers, 'openai-beta', beta],
      body: openAiBody(call),
    };
  },
  readAnswer: ({ body }) => readOpenAiAnswer(body),
  openStream: ({ request, channel }) =>
    new OpenAiStream(isUsageTold(request), {
      holdsUsage: request.costAsked !== undefined,
      mask: maskOf(channel.key),
      refusalIn: (event) => refusalIn(event, channel),
    }),
};

export const openAiEmbeddings: Adapter<'embeddings'> = {
  request(call) {
    const { origin, path, whole } = openAiTarget(call.channel, 'embeddings');
    return { origin, path, headers: whole, body: embeddingsBody(call) };
  },
  readAnswer: ({ body }) => readOpenAiEmbeddings(body),
};

/** OpenAI, and what speaks exactly like it at another address. */
export const openAi: Provider = { adapters: { chat: openAiChat, embeddings: openAiEmbeddings } };
/** The same, where it has Responses too: byte for byte for those who speak them. */
export const openAiWithResponses: Provider = {
  ...openAi,
  native: {
    responses: {
      chat: {
        form: () => 'responses',
        request(call) {
          const native = nativeOf(call.request);
          const resource = native.isCompaction === true ? 'compaction' : 'responses';
          const { origin, path, streamed, whole } = openAiTarget(call.channel, resource);
          const headers = [...(call.request.stream ? streamed : whole), ...native.headers];
          return { origin, path, headers, body: passedResponsesBody(native, call) };
        },
        sentWords: (call) => nativeOf(call.request).json.body,
        readAnswer: ({ body }, { channel }) => readResponse(body, channel),
        openStream: ({ channel }) => new PassedResponsesStream(channel),
      },
    },
  },
};
