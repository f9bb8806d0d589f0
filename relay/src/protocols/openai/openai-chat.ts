import { validateChat } from '../../modes/chat-request.ts';
import type { Protocol } from '../protocol.ts';
import { openAiError } from './openai-error.ts';
import { streamOfAnswer } from './stream-of-answer.ts';

/** POST /v1/chat/completions. */
export const openAiChat: Protocol<'chat'> = {
  mode: 'chat',
  dialect: 'openai',
  parse: validateChat,
  streamOf: ({ body }, { usageAsked }, charged) => streamOfAnswer(body, usageAsked ? charged : undefined),
  error: openAiError,
};
