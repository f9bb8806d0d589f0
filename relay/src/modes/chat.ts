import { promptChargeOf, worstCaseOf } from '@ledgate/domain/pricing/estimate';
import { promptSizeOf, sizeOfPart } from '@ledgate/domain/pricing/prompt-bound';
import { promptTexts } from '../usage/prompt-texts.ts';
import { type Asked, askedOfOpenAi, mayAnswerInSound } from './asked.ts';
import { type ChatRequest, type NativeSize, testChat } from './chat-request.ts';
import { conversationOf } from './conversation.ts';
import type { ModeRules } from './mode.ts';
import { hasPackedFiles, unseenTokensMax } from './packed-files.ts';
import { pictureAddresses, withPictures } from './picture-addresses.ts';
import { effortOf, reasoningEffortOf, refusesEffort } from './reasoning-effort.ts';

const NO_PROMPT = { bound: 0, soundBound: 0, rounds: 1 };

export const chat: ModeRules<'chat'> = {
  /** Only a maximum makes the prompt's size matter. */
  worstCase(request, priced, unstated, isNative) {
    const { body, sent } = request;
    const choices = sent?.choices ?? request.choices;
    const stated = sent?.maximum === undefined ? request.completionMax : sent.maximum.tokens;
    const completionMax = stated ?? unstated.completionMax;
    const prompt = completionMax === undefined ? NO_PROMPT : sizeOf(request, priced.model, isNative);
    const { serviceTier, measuredMax } = asked(request, priced.model);
    const bounds = {
      completionMax,
      choices: choices * prompt.rounds,
      promptTokensBound: prompt.bound * prompt.rounds,
      sound: {
        promptTokensBound: prompt.soundBound,
        isAnswer: mayAnswerInSound(body) || (sent !== undefined && mayAnswerInSound(sent.body)),
      },
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

  promptTexts: ({ body, messages, native, sent }, model, picturesUnseen, isNative) => {
    const beside = isNative ? native?.leftBehind : undefined;
    const all = sent === undefined ? beside : [...(beside ?? []), ...sent.added];
    return promptTexts(body, messages, model, picturesUnseen, all);
  },

  words: ({ body, native }) => native?.json.body ?? body,

  testRequest: testChat,

  asked,

  pictureAddresses,
  withPictures,

  conversation: conversationOf,

  withSent: (request, sent) => ({ ...request, sent }),

  reasoningEffort(request, model, isNative) {
    const { native, sent } = request;
    if (sent?.effort !== undefined) return sent.effort.word;
    if (native === undefined) return reasoningEffortOf(request, model);
    // What was said in another protocol is said as the model takes it.
    if (!isNative) return refusesEffort(model) ? undefined : reasoningEffortOf(request, model);
    return effortOf(model) ?? native.effort;
  },
};

/** By what the caller wrote, in his own dialect, unless the channel has changed it. */
function asked({ body, native, sent }: ChatRequest, model: string): Asked {
  if (sent !== undefined) return sent.asked;
  return native === undefined ? askedOfOpenAi(body, model) : native.asked(model);
}

/** Of what goes up: the caller's own bytes, or the inner form; and what the channel adds. */
function sizeOf(request: ChatRequest, model: string, isNative: boolean): NativeSize {
  const size = sizeAsked(request, model, isNative);
  const { sent } = request;
  if (sent === undefined) return size;
  // What was written in one round is read in the next.
  const grown = (size.rounds - 1) * Math.max(0, (sent.maximum?.tokens ?? 0) - (request.completionMax ?? 0));
  const added = sent.added.map((value) => sizeOfPart(value, model));
  const sum = (of: 'bound' | 'likely'): number => added.reduce((total, part) => total + part[of], size[of]);
  return { ...size, bound: sum('bound') + grown, likely: sum('likely') };
}

function sizeAsked({ body, messages, native }: ChatRequest, model: string, isNative: boolean): NativeSize {
  if (isNative && native !== undefined) return native.sizeOf(model);
  const size = { ...promptSizeOf(body, model), rounds: 1 };
  return hasPackedFiles(messages) ? { ...size, bound: Math.max(size.bound, unseenTokensMax(model)) } : size;
}
