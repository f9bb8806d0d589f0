import { promptChargeOf, worstCaseOf } from '@ledgate/domain/pricing/estimate';
import { promptSizeOf, type PromptSize } from '@ledgate/domain/pricing/prompt-bound';
import { RelayError } from '../errors/relay-error.ts';
import { jsonRequestOf } from '../wire/json.ts';
import { type EmbeddingsRequest, validateEmbeddings } from './embeddings-request.ts';
import type { ModeRules } from './mode.ts';

/** Vectors cost their prompt alone: there is no answer to be counted. */
export const embeddings: ModeRules<'embeddings'> = {
  worstCase(request, priced, { tokens }) {
    const { bound } = sizeOf(request, priced.model);
    return worstCaseOf(priced, {
      completionMax: 0,
      choices: 1,
      promptTokensBound: bound,
      preConsumedTokens: tokens,
    });
  },

  promptCharge: (request, priced) => promptChargeOf(priced, { promptTokens: sizeOf(request, priced.model).likely }),

  promptTexts: ({ texts, tokens }) => ({ texts, fixedTokens: tokens, soundTokens: 0 }),

  testRequest(model) {
    const json = jsonRequestOf({ model, input: 'hi' });
    return json instanceof RelayError ? json : validateEmbeddings(json);
  },

  words: ({ texts }) => ({ input: texts }),
};

/** A caller's own tokens are as many as they are, and no text to be measured. */
function sizeOf({ body, texts, tokens }: EmbeddingsRequest, model: string): Pick<PromptSize, 'bound' | 'likely'> {
  const { bound, likely } = promptSizeOf({ ...body, input: texts }, model);
  return { bound: bound + tokens, likely: likely + tokens };
}
