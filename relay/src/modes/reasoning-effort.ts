import type { JsonObject } from '../wire/json.ts';

const EFFORT = /-(high|low|medium)$/;

/** Models of the o1 and o3 families. */
export const isReasoningModel = (model: string): boolean => model.startsWith('o1') || model.startsWith('o3');

/** Models of OpenAI's that refuse `max_tokens`, and have `max_completion_tokens` in its place. */
export const refusesMaxTokens = (model: string): boolean => /^(?:o\d|gpt-(?:[5-9]|1\d))(?!\d)/.test(model);

/** Of these, those that think before each answer. */
export const refusesSampling = (model: string): boolean => !model.includes('-chat');

/** Of these, those that also refuse texts that end an answer. */
export const refusesStop = (model: string): boolean => /^(?:o3(?!-mini)|o4|gpt-5(?:\.[0-4])?)(?![\d.])/.test(model);

/** Models of OpenAI's that do not think, and refuse to be told how hard. */
export const refusesEffort = (model: string): boolean => NEVER_THINKS.test(model);
const NEVER_THINKS =
  /^(?:gpt-3\.5-turbo|gpt-4|gpt-4-turbo|gpt-4o|gpt-4o-mini|chatgpt-4o|gpt-4\.1|gpt-4\.1-mini|gpt-4\.1-nano)(?:-\d{2,4}|-preview|-latest)*$/;

/** The effort that the name of a reasoning model asks for by its end; undefined for any other name. */
export const effortOf = (model: string): string | undefined =>
  isReasoningModel(model) ? EFFORT.exec(model)?.[1] : undefined;

/** Tokens to think, from which on the effort is no longer low, and no longer medium. */
const MEDIUM_BUDGET = 4_096;
const HIGH_BUDGET = 16_384;

/** OpenAI's word for so many tokens to think. */
export const effortOfBudget = (tokens: number): 'low' | 'medium' | 'high' =>
  tokens < MEDIUM_BUDGET ? 'low' : tokens < HIGH_BUDGET ? 'medium' : 'high';

/** How hard the model is asked to think: by its name's end, which goes before what the caller says. Undefined where nobody says. */
export function reasoningEffortOf({ body }: { readonly body: JsonObject }, model: string): string | undefined {
  const said = body['reasoning_effort'];
  return effortOf(model) ?? (typeof said === 'string' && said !== '' ? said : undefined);
}
