import type { JsonObject } from '../../wire/json.ts';
import { thinkingBudgetOf } from '../asked-values.ts';

/** Tokens to think for each word of OpenAI's for the effort. */
const BUDGETS: ReadonlyMap<unknown, number> = new Map([
  ['none', 0],
  ['minimal', 512],
  ['low', 1_024],
  ['medium', 8_192],
  ['high', 24_576],
  ['xhigh', 24_576],
]);
/** Of a maximum that the caller states for thinking and answer together, at most so much is for thinking. */
const THINKING_PART_MAX = 0.8;

/** Models that are told how hard to think by a word, and those that cannot do without, with the least that they take. */
const TOLD_BY_LEVEL = /^gemini-(?:[3-9]|\d\d)/;
const ALWAYS_THINKS = /^gemini-2\.5-pro/;
const ALWAYS_THINKS_MIN = 128;
const LEVELS: ReadonlyMap<unknown, string> = new Map([
  ['none', 'low'],
  ['minimal', 'low'],
  ['low', 'low'],
  ['medium', 'medium'],
  ['high', 'high'],
  ['xhigh', 'high'],
]);

/** Gemini's thinkingConfig, by reasoning_effort, else by a budget as Anthropic's callers say it; undefined where nobody says. */
export function thinkingOf(
  { reasoning_effort: effort, thinking }: JsonObject,
  model: string,
  completionMax: number | undefined,
): JsonObject | undefined {
  const level = TOLD_BY_LEVEL.test(model) ? LEVELS.get(effort) : undefined;
  if (level !== undefined) return { thinkingLevel: level, includeThoughts: true };
  const budget = BUDGETS.get(effort) ?? thinkingBudgetOf(thinking);
  if (budget === undefined) return undefined;
  const room = completionMax === undefined ? budget : Math.min(budget, Math.floor(completionMax * THINKING_PART_MAX));
  const thinkingBudget = ALWAYS_THINKS.test(model) ? Math.max(ALWAYS_THINKS_MIN, room) : room;
  return { thinkingBudget, ...(thinkingBudget > 0 ? { includeThoughts: true } : {}) };
}
