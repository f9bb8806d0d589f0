import { REPORTED_TOKENS_MAX } from '../../limits.ts';
import { dearTier } from '../../modes/asked.ts';
import type { ReportedUsage } from '../../usage/usage.ts';
import type { AnswerFacts } from '../../modes/answer.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';

/**
 * OpenAI's usage object; `servedIn` is the answer's service_tier. Undefined when its total or both its parts are zero, or when it holds no possible numbers
 * (docs/billing.md#reported-usage).
 */
export function reportedUsage(usage: unknown, servedIn?: unknown): ReportedUsage | undefined {
  if (!isObject(usage) || usage['total_tokens'] === 0) return undefined;
  const prompt = tokens(usage['prompt_tokens'] ?? 0);
  const completion = tokens(usage['completion_tokens'] ?? 0);
  if (prompt === undefined || completion === undefined || prompt + completion === 0) return undefined;
  const input = isObject(usage['prompt_tokens_details']) ? usage['prompt_tokens_details'] : {};
  const output = isObject(usage['completion_tokens_details']) ? usage['completion_tokens_details'] : {};
  const serviceTier = dearTier(servedIn);
  // Of answers that took several: Perplexity's searches, and xAI's sources, each of which it takes for one.
  const searches = tokens(usage['num_search_queries'] ?? usage['num_sources_used']) ?? 0;
  return {
    prompt,
    completion,
    ...(serviceTier === undefined ? {} : { serviceTier }),
    ...(searches === 0 ? {} : { measured: { searches } }),
    parts: {
      // Moonshot tells it beside the details, and so may Mistral.
      cachedRead: part(input['cached_tokens'] ?? usage['cached_tokens'] ?? usage['num_cached_tokens'], prompt),
      // OpenAI's own since gpt-5.6, and Qwen's name for the same.
      cachedWrite: part(input['cache_write_tokens'] ?? input['cache_creation_input_tokens'], prompt),
      audioInput: part(input['audio_tokens'], prompt),
      imageInput: part(input['image_tokens'], prompt),
      // OpenRouter's and Qwen's names.
      videoInput: part(input['video_tokens'], prompt),
      reasoning: part(output['reasoning_tokens'], completion),
      audioOutput: part(output['audio_tokens'], completion),
      imageOutput: part(output['image_tokens'], completion),
    },
  };
}

/** Of a completion, or of a chunk of one: some servers say in the usage what it costs. */
export function factsOf({ id, model, usage }: JsonObject): AnswerFacts {
  return { id, model, cost: isObject(usage) ? usage['cost'] : undefined };
}

const tokens = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= REPORTED_TOKENS_MAX
    ? (value as number)
    : undefined;

/** No part is more than its whole. */
const part = (value: unknown, whole: number): number => Math.min(tokens(value) ?? 0, whole);
