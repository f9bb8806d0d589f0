import { isObject, type JsonObject } from '../wire/json.ts';
import type { Dialect } from './dialect.ts';
import { configOf, memberOf } from './gemini-asks.ts';
import { effortOfBudget } from './reasoning-effort.ts';

/** How hard a body of each form asks its model to think, in its own word, or in that for its number of tokens; undefined where it says nothing, or not to. */
export const EFFORT_BY_FORM: Readonly<Record<Dialect, (body: JsonObject) => string | undefined>> = {
  openai: ({ reasoning_effort: effort, reasoning }) => wordOf(effort) ?? effortIn(reasoning),
  responses: ({ reasoning }) => effortIn(reasoning),
  anthropic: ({ thinking, output_config: output }) => {
    const { type, budget_tokens: budget } = isObject(thinking) ? thinking : {};
    return type === 'disabled' ? undefined : (effortIn(output) ?? wordOfBudget(budget));
  },
  gemini: (body) => {
    const thinking = memberOf(configOf(body), 'thinkingConfig');
    if (!isObject(thinking)) return undefined;
    return (
      wordOf(memberOf(thinking, 'thinkingLevel'))?.toLowerCase() ?? wordOfBudget(memberOf(thinking, 'thinkingBudget'))
    );
  },
};

/** Members of any form that say it, and those in which they stand. */
export const EFFORT_NAMES: ReadonlySet<string> = new Set([
  'reasoning_effort',
  'reasoning',
  'output_config',
  'thinking',
  'thinkingConfig',
  'thinking_config',
]);

const effortIn = (holder: unknown): string | undefined => (isObject(holder) ? wordOf(holder['effort']) : undefined);

const wordOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const wordOfBudget = (tokens: unknown): string | undefined =>
  typeof tokens === 'number' && tokens > 0 ? effortOfBudget(tokens) : undefined;
