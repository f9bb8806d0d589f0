/** What sound costs: an audio token of the prompt in text tokens of the prompt, and an audio token of the answer in those of the prompt. */
export type AudioRatios = { readonly audioRatio: string; readonly audioCompletionRatio: string };

export const AUDIO_COMPLETION_RATIO = '2';

/** First match wins; all need `-realtime` or `-audio` in the name. */
const RULES: readonly (readonly [fits: (model: string) => boolean, ratio: string])[] = [
  [(model) => isRealtime(model) && model.endsWith('gpt-4o-realtime-preview-2024-12-17'), '8'],
  [(model) => isRealtime(model) && model.includes('mini'), '16.666666666666668'],
  [isRealtime, '20'],
  [(model) => model.endsWith('gpt-4o-audio-preview-2024-12-17'), '16'],
  [(model) => model.includes('mini'), '66.66666666666667'],
];
const OTHERWISE = '40';

/**
 * The ratios of a model whose audio tokens have a price of their own: OpenAI's, with `-audio` or `-realtime` in their names. Undefined for every
 * other model: there an audio token costs what a text token does.
 */
export function audioRatiosOf(model: string): AudioRatios | undefined {
  if (!model.startsWith('gpt-') || !(model.includes('-audio') || isRealtime(model))) return undefined;
  const audioRatio = RULES.find(([fits]) => fits(model))?.[1] ?? OTHERWISE;
  return { audioRatio, audioCompletionRatio: AUDIO_COMPLETION_RATIO };
}

function isRealtime(model: string): boolean {
  return model.includes('-realtime');
}
