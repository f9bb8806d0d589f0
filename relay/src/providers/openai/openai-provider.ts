import type { ChatCall, ChatProvider } from '../chat-provider.ts';
import { readOpenAiAnswer } from './openai-answer.ts';
import { OpenAiStream } from './openai-stream.ts';
import { openAiBody } from './request-rewriting.ts';
import { openAiHeaders } from './openai-headers.ts';
import { splitUrl } from '../../upstream/split-url.ts';

const DEFAULT_BASE_URL = 'https://api.openai.com';
const CHAT_PATH = '/v1/chat/completions';
/** Cloudflare's AI gateway has the version in its own path (contract E, row 1). */
const CLOUDFLARE_GATEWAY = '//gateway.ai.cloudflare.com/';

/** Channel type 1: OpenAI, and what speaks exactly like it at another address. */
export const openAiProvider: ChatProvider = {
  request(call) {
    const { channel, request } = call;
    const baseUrl = channel.baseUrl === '' ? DEFAULT_BASE_URL : channel.baseUrl;
    const path = baseUrl.includes(CLOUDFLARE_GATEWAY) ? CHAT_PATH.slice('/v1'.length) : CHAT_PATH;
    return { ...splitUrl(baseUrl, path), headers: openAiHeaders(channel, request.stream), body: openAiBody(call) };
  },
  readAnswer: readOpenAiAnswer,
  openStream: ({ request }: ChatCall) => new OpenAiStream(request.usageAsked),
};
