import { REPORTED_TOKENS_MAX } from '../../limits.ts';
import { dearTier } from '../../modes/asked.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import type { ReportedUsage } from '../../usage/usage.ts';

/**
 * Anthropic's usage object; undefined where it does not say what was read and what was written, or holds no possible numbers. Its input_tokens
 * exclude what was read from the cache and what was written to it: the prompt is the sum. Both leave out what a compaction took.
 */
export function usageOfMessage(usage: unknown): ReportedUsage | undefined {
  if (!isObject(usage)) return undefined;
  const input = tokens(usage['input_tokens'] ?? 0);
  const cachedWrite = writesIn(usage);
  const cachedRead = tokens(usage['cache_read_input_tokens'] ?? 0);
  const completion = tokens(usage['output_tokens']);
  if (input === undefined || cachedWrite === undefined || cachedRead === undefined || completion === undefined)
    return undefined;
  const beside = compacted(usage['iterations']);
  if (beside === undefined) return undefined;
  const all = {
    prompt: input + cachedWrite + cachedRead + beside.prompt,
    completion: completion + beside.completion,
    parts: {
      ...partsOf(cachedRead, cachedWrite, longWrites(usage['cache_creation'], cachedWrite), beside.parts),
      ...thoughtIn(usage['output_tokens_details'], completion),
    },
  };
  if (all.prompt === 0 || all.prompt > REPORTED_TOKENS_MAX || all.completion > REPORTED_TOKENS_MAX) return undefined;
  const serviceTier = dearTier(usage['service_tier']);
  const searches = searchesIn(usage['server_tool_use']);
  return {
    ...all,
    ...(serviceTier === undefined ? {} : { serviceTier }),
    ...(searches === 0 ? {} : { measured: { searches } }),
  };
}

const searchesIn = (uses: unknown): number => (isObject(uses) ? (tokens(uses['web_search_requests']) ?? 0) : 0);

type Parts = NonNullable<ReportedUsage['parts']>;

/** What was written for an hour is one part of what was written, what was written for five minutes the other. */
function partsOf(read: number, written: number, writtenLong: number, beside: Parts | undefined): Parts {
  const { cachedRead = 0, cachedWrite = 0, cachedWrite1h = 0 } = beside ?? {};
  return {
    cachedRead: read + cachedRead,
    cachedWrite: written - writtenLong + cachedWrite,
    cachedWrite1h: writtenLong + cachedWrite1h,
  };
}

/** Of newer models, within what was written. */
function thoughtIn(details: unknown, written: number): Pick<Parts, 'reasoning'> {
  const thought = isObject(details) ? (tokens(details['thinking_tokens'] ?? 0) ?? 0) : 0;
  return thought === 0 ? {} : { reasoning: Math.min(thought, written) };
}

/**
 * All that was written: the sum that is stated, which the figures by how long it stays only divide, also where they make another one. Where there is no
 * sum, or 0 as some servers write that were told none, those figures are all there is.
 */
function writesIn({ cache_creation_input_tokens: sum, cache_creation: creation }: JsonObject): number | undefined {
  if ((sum ?? 0) !== 0 || !isObject(creation)) return tokens(sum ?? 0);
  const short = tokens(creation['ephemeral_5m_input_tokens'] ?? 0);
  const long = tokens(creation['ephemeral_1h_input_tokens'] ?? 0);
  return short === undefined || long === undefined ? undefined : short + long;
}

const longWrites = (creation: unknown, written: number): number =>
  isObject(creation) ? Math.min(tokens(creation['ephemeral_1h_input_tokens'] ?? 0) ?? 0, written) : 0;

/** What was read and written to summarize a conversation on the way, which the figures around it leave out; undefined for no possible numbers. */
function compacted(iterations: unknown): ReportedUsage | undefined {
  let sum: ReportedUsage = { prompt: 0, completion: 0 };
  if (!Array.isArray(iterations)) return sum;
  for (const iteration of iterations as readonly unknown[]) {
    if (!isObject(iteration) || iteration['type'] !== 'compaction') continue;
    const { iterations: _, ...figures } = iteration;
    const usage = usageOfMessage(figures);
    if (usage === undefined) return undefined;
    sum = {
      prompt: sum.prompt + usage.prompt,
      completion: sum.completion + usage.completion,
      parts: added(sum.parts, usage.parts),
    };
  }
  return sum;
}

const added = (parts: Parts | undefined, others: Parts | undefined): Parts =>
  partsOf(
    others?.cachedRead ?? 0,
    (others?.cachedWrite ?? 0) + (others?.cachedWrite1h ?? 0),
    others?.cachedWrite1h ?? 0,
    parts,
  );

/** What a stream has said of its usage: its first event of the prompt, its last one of the answer, and of whatever has changed. */
export class StreamedUsage {
  #told: JsonObject = {};
  #isFinal = false;

  /** Of message_start, whose output_tokens are those of a beginning. */
  start(usage: unknown): void {
    if (!isObject(usage)) return;
    const { output_tokens: _, ...prompt } = usage;
    this.#told = prompt;
  }

  /** Of message_delta. */
  end(usage: unknown): void {
    if (!isObject(usage)) return;
    this.#told = { ...this.#told, ...withoutNulls(usage) };
    this.#isFinal = true;
  }

  /** Of the prompt, as soon as the first figures have come. */
  prompt(): ReportedUsage | undefined {
    return usageOfMessage({ ...this.#told, output_tokens: 0 });
  }

  /** Undefined until the last figures have come. */
  reported(): ReportedUsage | undefined {
    return this.#isFinal ? usageOfMessage(this.#told) : undefined;
  }
}

const withoutNulls = (usage: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));

const tokens = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= REPORTED_TOKENS_MAX
    ? (value as number)
    : undefined;
