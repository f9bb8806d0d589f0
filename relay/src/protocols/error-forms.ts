import type { ErrorFormOf } from '../errors/error-form.ts';
import { anthropicError } from './anthropic/anthropic-error.ts';
import { geminiError } from './gemini/gemini-error.ts';
import { openAiError } from './openai/openai-error.ts';

/** What Gemini's own paths below `/v1` end with; a model's name may have a colon too. */
const GEMINI_ACTION = /^\/v1\/models\/.+:(?:generateContent|streamGenerateContent|countTokens)$/;

/** For errors that come before a route is known, or without one: the form of the protocol that is spoken at this path. */
export const errorFormOf: ErrorFormOf = (path) => {
  if (path.startsWith('/v1beta') || GEMINI_ACTION.test(path)) return geminiError;
  return path.startsWith('/v1/messages') ? anthropicError : openAiError;
};
