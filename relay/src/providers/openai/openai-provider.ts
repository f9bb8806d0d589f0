import { maskOf } from '../../upstream/channel-secret.ts';
import type { ChatCall, ChatProvider } from '../chat-provider.ts';
import { readOpenAiAnswer } from './openai-answer.ts';
import { OpenAiStream } from './openai-stream.ts';
import { openAiTarget } from './openai-target.ts';
import { openAiBody } from './request-rewriting.ts';

/** Channel type 1: OpenAI, and what speaks exactly like it at another address. */
export const openAiProvider: ChatProvider = {
  request(call) {
    const { origin, path, streamed, whole } = openAiTarget(call.channel);
    return { origin, path, headers: call.request.stream ? streamed : whole, body: openAiBody(call) };
  },
  readAnswer: readOpenAiAnswer,
  openStream: ({ request, channel }: ChatCall) => new OpenAiStream(request.usageAsked, { mask: maskOf(channel.key) }),
};
