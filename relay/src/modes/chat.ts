import { promptChargeOf, worstCaseOf } from '@ledgate/domain/pricing/estimate';
import { promptSizeOf } from '@ledgate/domain/pricing/prompt-bound';
import { promptTexts } from '../usage/prompt-texts.ts';
import { isObject, type JsonObject } from '../wire/json.ts';
import type { ModeRules } from './mode.ts';
import { reasoningEffortOf } from './reasoning-effort.ts';

const NO_PROMPT = { bound: 0, soundBound: 0 };

export const chat: ModeRules<'chat'> = {
  /** Only a stated maximum makes the prompt's size matter. */
  worstCase({ completionMax, choices, body }, { book, model, group }, preConsumedTokens) {
    const prompt = completionMax === undefined ? NO_PROMPT : promptSizeOf(body, model);
    return worstCaseOf({
      book,
      model,
      group,
      completionMax,
      choices,
      promptTokensBound: prompt.bound,
      sound: { promptTokensBound: prompt.soundBound, isAnswer: mayAnswerInSound(body) },
      preConsumedTokens,
    });
  },

  promptCharge({ body }, { book, model, group }) {
    const { likely, soundLikely } = promptSizeOf(body, model);
    return promptChargeOf({ book, model, group, promptTokens: likely, soundTokens: soundLikely });
  },

  promptTexts: ({ body, messages }, model, picturesUnseen) => promptTexts(body, messages, model, picturesUnseen),

  words: ({ messages }) => ({ field: 'messages', messages }),

  reasoningEffort: reasoningEffortOf,
};

/** Sound comes only where it was asked for. */
const mayAnswerInSound = ({ modalities, audio }: JsonObject): boolean =>
  (Array.isArray(modalities) && modalities.includes('audio')) || isObject(audio);
