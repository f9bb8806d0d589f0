import { isUsageTold } from '../../modes/chat-request.ts';
import { maskOf } from '../../upstream/channel-secret.ts';
import type { Adapter, Provider } from '../provider.ts';
import { readOpenAiAnswer } from './openai-answer.ts';
import { embeddingsBody, readOpenAiEmbeddings } from './openai-embeddings.ts';
import { OpenAiStream } from './openai-stream.ts';
import { openAiTarget } from './openai-target.ts';
import { openAiBody } from './request-rewriting.ts';

/** Chat completions, asked and answered in the inner form itself. */
export const openAiChat: Adapter<'chat'> & Required<Pick<Adapter<'chat'>, 'openStream'>> = {
  request(call) {
    const { origin, path, streamed, whole } = openAiTarget(call.channel, 'chat');
    return { origin, path, headers: call.request.stream ? streamed : whole, body: openAiBody(call) };
  },
  readAnswer: ({ body }) => readOpenAiAnswer(body),
  openStream: ({ request, channel }) =>
    new OpenAiStream(isUsageTold(request), {
      holdsUsage: request.costAsked !== undefined,
      mask: maskOf(channel.key),
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
