import { promptChargeOf, worstCaseOf } from '@ledgate/domain/pricing/estimate';
import { promptSizeOf } from '@ledgate/domain/pricing/prompt-bound';
import { promptTexts } from '../usage/prompt-texts.ts';
import { isObject, type JsonObject } from '../wire/json.ts';
import { type ChatRequest, type NativeSize, testChat } from './chat-request.ts';
import type { ModeRules } from './mode.ts';
import { hasPackedFiles, unseenTokensMax } from './packed-files.ts';
import { reasoningEffortOf } from './reasoning-effort.ts';

const NO_PROMPT = { bound: 0, soundBound: 0, rounds: 1 };

export const chat: ModeRules<'chat'> = {
  /** Only a stated maximum makes the prompt's size matter. */
  worstCase(request, priced, preConsumedTokens, isNative) {
    const { completionMax, choices, body } = request;
    const prompt = completionMax === undefined ? NO_PROMPT : sizeOf(request, priced.model, isNative);
    return worstCaseOf({
      ...priced,
      completionMax,
      choices: choices * prompt.rounds,
      promptTokensBound: prompt.bound * prompt.rounds,
      sound: { promptTokensBound: prompt.soundBound, isAnswer: mayAnswerInSound(body) },
      preConsumedTokens,
    });
  },

  promptCharge(request, priced, isNative) {
    const { likely, soundLikely } = sizeOf(request, priced.model, isNative);
    return promptChargeOf({ ...priced, promptTokens: likely, soundTokens: soundLikely });
  },

  promptTexts: ({ body, messages, native }, model, picturesUnseen, isNative) =>
    promptTexts(body, messages, model, picturesUnseen, isNative ? native?.leftBehind : undefined),

  words: ({ messages }) => ({ field: 'messages', messages }),

  testRequest: testChat,

  reasoningEffort: reasoningEffortOf,
};

/** Of what goes up: the caller's own bytes, or the inner form. */
function sizeOf({ body, messages, native }: ChatRequest, model: string, isNative: boolean): NativeSize {
  if (isNative && native !== undefined) return native.sizeOf(model);
  const size = { ...promptSizeOf(body, model), rounds: 1 };
  return hasPackedFiles(messages) ? { ...size, bound: Math.max(size.bound, unseenTokensMax(model)) } : size;
}

/** Sound comes only where it was asked for. */
const mayAnswerInSound = ({ modalities, audio }: JsonObject): boolean =>
  (Array.isArray(modalities) && modalities.includes('audio')) || isObject(audio);
