import type { JsonObject } from '../wire/json.ts';
import type { ReportedUsage } from './usage.ts';

// What was charged for as a `usage`, for callers whom the upstream told none in their form.

/** As OpenAI writes it. */
export function openAiUsage({ prompt, completion, parts }: ReportedUsage): JsonObject {
  const cached = (parts?.cachedRead ?? 0) + (parts?.cachedAudio ?? 0);
  const reasoning = parts?.reasoning ?? 0;
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    ...(cached === 0 ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
    ...(reasoning === 0 ? {} : { completion_tokens_details: { reasoning_tokens: reasoning } }),
  };
}

/** As OpenAI's Responses have it. */
export const responsesUsage = ({ prompt, completion, parts }: ReportedUsage): JsonObject => ({
  input_tokens: prompt,
  input_tokens_details: { cached_tokens: parts?.cachedRead ?? 0 },
  output_tokens: completion,
  output_tokens_details: { reasoning_tokens: parts?.reasoning ?? 0 },
  total_tokens: prompt + completion,
});

/** Anthropic's input_tokens exclude what the cache took part in. */
export function anthropicUsage({ prompt, completion, parts }: ReportedUsage): JsonObject {
  const { cachedRead = 0, cachedWrite = 0, cachedWrite1h = 0 } = parts ?? {};
  const written = cachedWrite + cachedWrite1h;
  return {
    input_tokens: Math.max(0, prompt - cachedRead - written),
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cachedRead,
    output_tokens: completion,
  };
}

/** Gemini's candidatesTokenCount excludes the thoughts, its promptTokenCount includes what the cache took part in. */
export function geminiUsage({ prompt, completion, parts }: ReportedUsage): JsonObject {
  const { cachedRead = 0, cachedAudio = 0, reasoning = 0 } = parts ?? {};
  const cached = cachedRead + cachedAudio;
  const thought = Math.min(reasoning, completion);
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: completion - thought,
    totalTokenCount: prompt + completion,
    ...(cached === 0 ? {} : { cachedContentTokenCount: cached }),
    ...(thought === 0 ? {} : { thoughtsTokenCount: thought }),
  };
}
