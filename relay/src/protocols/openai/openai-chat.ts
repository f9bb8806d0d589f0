import type { Request } from 'express';
import { RelayError } from '../../errors/relay-error.ts';
import { type ChatRequest, isUsageTold, validateChat } from '../../modes/chat-request.ts';
import type { Protocol } from '../protocol.ts';
import { openAiUsage } from '../../usage/told-usage.ts';
import { withApiVersion } from './api-version.ts';
import { openAiError } from './openai-error.ts';
import { streamOfAnswer } from './stream-of-answer.ts';

/** POST /v1/chat/completions. */
export const openAiChat: Protocol<'chat'> = {
  mode: 'chat',
  dialect: 'openai',
  parse: (json, http) => withBeta(withApiVersion(validateChat(json), http), http),
  streamOf: ({ body }, request, charged) => streamOfAnswer(body, isUsageTold(request) ? charged : undefined),
  usage: openAiUsage,
  error: openAiError,
};

const BETA_HEADER = 'openai-beta';

function withBeta(request: ChatRequest | RelayError, { headers }: Pick<Request, 'headers'>): ChatRequest | RelayError {
  const beta = headers[BETA_HEADER];
  return beta === undefined || request instanceof RelayError ? request : { ...request, beta: String(beta) };
}
