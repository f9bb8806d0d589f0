import { REPORTED_TOKENS_MAX } from '../../limits.ts';
import { dearTier } from '../../modes/asked.ts';
import type { ReportedUsage } from '../../usage/usage.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';

/**
 * Gemini's usageMetadata; undefined where it has no prompt, or holds no possible numbers. Its candidatesTokenCount excludes the thoughts, its
 * promptTokenCount excludes what the results of its own tools took: the sums are what was written and read.
 */
export function usageOfContent(metadata: unknown): ReportedUsage | undefined {
  if (!isObject(metadata)) return undefined;
  const asked = tokens(metadata['promptTokenCount']);
  const toolUse = tokens(metadata['toolUsePromptTokenCount']);
  const said = tokens(metadata['candidatesTokenCount']);
  const thought = tokens(metadata['thoughtsTokenCount']);
  if (asked === undefined || toolUse === undefined || said === undefined || thought === undefined) return undefined;
  const all = { prompt: asked + toolUse, completion: said + thought };
  if (all.prompt === 0 || all.prompt > REPORTED_TOKENS_MAX || all.completion > REPORTED_TOKENS_MAX) return undefined;
  const serviceTier = servedIn(metadata);
  return {
    ...all,
    parts: { ...promptParts(metadata), ...answerParts(metadata, thought) },
    ...(serviceTier === undefined ? {} : { serviceTier }),
  };
}

type Parts = NonNullable<ReportedUsage['parts']>;

/** What was read from the cache is told by its modalities too, and lies in those of the prompt. */
function promptParts(metadata: JsonObject): Parts {
  const asked = modalities(metadata['promptTokensDetails'], metadata['toolUsePromptTokensDetails']);
  const cached = modalities(metadata['cacheTokensDetails']);
  const cachedAudio = cached('AUDIO');
  return {
    cachedRead: Math.max(0, (tokens(metadata['cachedContentTokenCount']) ?? 0) - cachedAudio),
    cachedAudio,
    audioInput: Math.max(0, asked('AUDIO') - cachedAudio),
    imageInput: Math.max(0, asked('IMAGE') - cached('IMAGE')),
    videoInput: Math.max(0, asked('VIDEO') - cached('VIDEO')),
  };
}

function answerParts(metadata: JsonObject, reasoning: number): Parts {
  const said = modalities(metadata['candidatesTokensDetails']);
  return { reasoning, audioOutput: said('AUDIO'), imageOutput: said('IMAGE') };
}

/** Tokens by their modality. */
function modalities(...details: readonly unknown[]): (modality: string) => number {
  const counts = details.flatMap((list) => (Array.isArray(list) ? (list as unknown[]).filter(isObject) : []));
  return (modality) =>
    counts
      .filter((count) => count['modality'] === modality)
      .reduce((sum, count) => sum + (tokens(count['tokenCount']) ?? 0), 0);
}

/** Vertex tells it as a kind of traffic: ON_DEMAND_PRIORITY. */
const TRAFFIC = /^ON_DEMAND_/;

function servedIn({ serviceTier, trafficType }: JsonObject): string | undefined {
  const told =
    typeof trafficType === 'string' && TRAFFIC.test(trafficType) ? trafficType.replace(TRAFFIC, '') : undefined;
  const tier = told ?? serviceTier;
  return typeof tier === 'string' ? dearTier(tier.toLowerCase()) : undefined;
}

/** Models that bill each search that they make; earlier ones bill an answer that rests on any. */
const BILLS_EACH_SEARCH = /^gemini-(?:[3-9]|\d\d)/;

/** Searches of the web that candidates rest on, as they are billed. */
export function searchesIn(candidates: readonly unknown[], model: unknown): number {
  const queries = candidates.flatMap((candidate) => {
    const grounding = isObject(candidate) ? candidate['groundingMetadata'] : undefined;
    return isObject(grounding) && Array.isArray(grounding['webSearchQueries'])
      ? (grounding['webSearchQueries'] as unknown[])
      : [];
  });
  return BILLS_EACH_SEARCH.test(String(model)) ? queries.length : Math.min(1, queries.length);
}

/** The usage with the searches beside it. */
export const withSearches = (usage: ReportedUsage | undefined, searches: number): ReportedUsage | undefined =>
  usage === undefined || searches === 0 ? usage : { ...usage, measured: { searches } };

/** What is left out is 0; undefined for no possible number. */
function tokens(value: unknown): number | undefined {
  if (value === undefined || value === null) return 0;
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= REPORTED_TOKENS_MAX
    ? (value as number)
    : undefined;
}
