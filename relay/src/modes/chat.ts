import { promptChargeOf, worstCaseOf } from '@ledgate/domain/pricing/estimate';
import { promptSizeOf } from '@ledgate/domain/pricing/prompt-bound';
import { promptTexts } from '../usage/prompt-texts.ts';
import { type Asked, askedOfOpenAi, mayAnswerInSound } from './asked.ts';
import { type ChatRequest, type NativeSize, testChat } from './chat-request.ts';
import { conversationOf } from './conversation.ts';
import type { ModeRules } from './mode.ts';
import { hasPackedFiles, unseenTokensMax } from './packed-files.ts';
import { pictureAddresses, withPictures } from './picture-addresses.ts';
import { reasoningEffortOf } from './reasoning-effort.ts';

const NO_PROMPT = { bound: 0, soundBound: 0, rounds: 1 };

export const chat: ModeRules<'chat'> = {
  /** Only a maximum makes the prompt's size matter. */
  worstCase(request, priced, unstated, isNative) {
    const { choices, body } = request;
    const completionMax = request.completionMax ?? unstated.completionMax;
    const prompt = completionMax === undefined ? NO_PROMPT : sizeOf(request, priced.model, isNative);
    const { serviceTier, measuredMax } = asked(request, priced.model);
    const bounds = {
      completionMax,
      choices: choices * prompt.rounds,
      promptTokensBound: prompt.bound * prompt.rounds,
      sound: { promptTokensBound: prompt.soundBound, isAnswer: mayAnswerInSound(body) },
      measured: measuredMax,
      preConsumedTokens: unstated.tokens,
    };
    const standard = worstCaseOf(priced, bounds);
    if (serviceTier === undefined) return standard;
    const served = worstCaseOf({ ...priced, serviceTier }, bounds);
    return served.amount > standard.amount ? served : standard;
  },

  promptCharge(request, priced, isNative) {
    const { likely, soundLikely } = sizeOf(request, priced.model, isNative);
    return promptChargeOf(priced, { promptTokens: likely, soundTokens: soundLikely });
  },

  promptTexts: ({ body, messages, native }, model, picturesUnseen, isNative) =>
    promptTexts(body, messages, model, picturesUnseen, isNative ? native?.leftBehind : undefined),

  words: ({ messages, native }) => ({ field: native?.wordsIn ?? 'messages', messages }),

  testRequest: testChat,

  asked,

  pictureAddresses,
  withPictures,

  conversation: conversationOf,

  reasoningEffort: reasoningEffortOf,
};

/** By what the caller wrote, in his own dialect. */
function asked({ body, native }: ChatRequest, model: string): Asked {
  return native === undefined ? askedOfOpenAi(body, model) : native.asked(model);
}

/** Of what goes up: the caller's own bytes, or the inner form. */
function sizeOf({ body, messages, native }: ChatRequest, model: string, isNative: boolean): NativeSize {
  if (isNative && native !== undefined) return native.sizeOf(model);
  const size = { ...promptSizeOf(body, model), rounds: 1 };
  return hasPackedFiles(messages) ? { ...size, bound: Math.max(size.bound, unseenTokensMax(model)) } : size;
}
