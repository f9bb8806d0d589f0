import { isUsageTold, validateChat } from '../../modes/chat-request.ts';
import type { Protocol } from '../protocol.ts';
import { openAiUsage } from '../../usage/told-usage.ts';
import { withApiVersion } from './api-version.ts';
import { openAiError } from './openai-error.ts';
import { streamOfAnswer } from './stream-of-answer.ts';

/** POST /v1/chat/completions. */
export const openAiChat: Protocol<'chat'> = {
  mode: 'chat',
  dialect: 'openai',
  parse: (json, http) => withApiVersion(validateChat(json), http),
  streamOf: ({ body }, request, charged) => streamOfAnswer(body, isUsageTold(request) ? charged : undefined),
  usage: openAiUsage,
  error: openAiError,
};
