import { validateEmbeddings } from '../../modes/embeddings-request.ts';
import type { Protocol } from '../protocol.ts';
import { openAiUsage } from '../../usage/told-usage.ts';
import { withApiVersion } from './api-version.ts';
import { openAiError } from './openai-error.ts';

/** POST /v1/embeddings and /v1/engines/{model}/embeddings. */
export const openAiEmbeddings: Protocol<'embeddings'> = {
  mode: 'embeddings',
  dialect: 'openai',
  parse: (json, http) => withApiVersion(validateEmbeddings(json), http),
  usage: openAiUsage,
  error: openAiError,
};
