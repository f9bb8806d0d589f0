import type { JsonObject } from '../wire/json.ts';
import type { ReportedUsage } from './usage.ts';

// What was charged for as a `usage`, for callers whom the upstream told none in their form.

/** As OpenAI writes it: of its details those that are not 0. What was written to a cache lies in the prompt, and is no matter of how long it stays there. */
export function openAiUsage({ prompt, completion, parts }: ReportedUsage): JsonObject {
  const { audioInput = 0, reasoning = 0, audioOutput = 0, cachedAudio = 0 } = parts ?? {};
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    ...details('prompt_tokens_details', {
      cached_tokens: readFromCache(parts),
      cache_write_tokens: writtenToCache(parts),
      audio_tokens: audioInput + cachedAudio,
    }),
    ...details('completion_tokens_details', { reasoning_tokens: reasoning, audio_tokens: audioOutput }),
  };
}

/** As OpenAI's Responses have it, whose details are all stated. */
export const responsesUsage = ({ prompt, completion, parts }: ReportedUsage): JsonObject => ({
  input_tokens: prompt,
  input_tokens_details: { cached_tokens: readFromCache(parts), cache_write_tokens: writtenToCache(parts) },
  output_tokens: completion,
  output_tokens_details: { reasoning_tokens: parts?.reasoning ?? 0 },
  total_tokens: prompt + completion,
});

/** Anthropic's input_tokens exclude what the cache took part in. */
export function anthropicUsage({ prompt, completion, parts }: ReportedUsage): JsonObject {
  const { cachedWrite = 0, cachedWrite1h = 0, reasoning = 0 } = parts ?? {};
  const [read, written] = [readFromCache(parts), writtenToCache(parts)];
  return {
    input_tokens: Math.max(0, prompt - read - written),
    cache_creation_input_tokens: written,
    ...(written === 0
      ? {}
      : { cache_creation: { ephemeral_5m_input_tokens: cachedWrite, ephemeral_1h_input_tokens: cachedWrite1h } }),
    cache_read_input_tokens: read,
    output_tokens: completion,
    ...details('output_tokens_details', { thinking_tokens: reasoning }),
  };
}

/** Gemini's candidatesTokenCount excludes the thoughts, its promptTokenCount includes what the cache took part in. */
export function geminiUsage({ prompt, completion, parts }: ReportedUsage): JsonObject {
  const cached = readFromCache(parts);
  const thought = Math.min(parts?.reasoning ?? 0, completion);
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: completion - thought,
    totalTokenCount: prompt + completion,
    ...(cached === 0 ? {} : { cachedContentTokenCount: cached }),
    ...(thought === 0 ? {} : { thoughtsTokenCount: thought }),
  };
}

type Parts = ReportedUsage['parts'];

const readFromCache = (parts: Parts): number => (parts?.cachedRead ?? 0) + (parts?.cachedAudio ?? 0);
const writtenToCache = (parts: Parts): number => (parts?.cachedWrite ?? 0) + (parts?.cachedWrite1h ?? 0);

/** Those that are not 0, under their name; nothing where all are. */
function details(name: string, counts: Readonly<Record<string, number>>): JsonObject {
  const told = Object.entries(counts).filter(([, count]) => count !== 0);
  return told.length === 0 ? {} : { [name]: Object.fromEntries(told) };
}
