import { promptSizeOf } from '@ledgate/domain/pricing/prompt-bound';
import type { NativeSize } from '../../modes/chat-request.ts';
import {
  bringsUnseenTokens,
  camelOf,
  configOf,
  geminiTools,
  isRunByGemini,
  memberOf,
} from '../../modes/gemini-asks.ts';
import { unseenTokensMax } from '../../modes/packed-files.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';

/** How often Gemini has a model go on at most after tools that it ran itself. */
const SERVER_TOOL_ROUNDS_MAX = 5;
/** Tools that are no more than a look into the index: the model reads its prompt once. */
const READ_ONCE: ReadonlySet<string> = new Set(['googleSearch', 'googleSearchRetrieval']);
/** Members that no model reads. */
const UNREAD: ReadonlySet<string> = new Set(['safetySettings', 'labels', 'serviceTier', 'model']);

/**
 * The size of a body of generateContent that a provider gets as it is (docs/billing.md#worst-case): of all that stands in it, known here or not. Pictures
 * and sounds count as such. Where something of the prompt is fetched or unpacked by the provider, what the model reads at a time is the bound.
 */
export function generateSizeOf(body: JsonObject, model: string): NativeSize {
  const measured = new MeasuredContents();
  const size = promptSizeOf(measured.of(body), model);
  const tools = geminiTools(body);
  const rounds = tools.some((tool) => isRunByGemini(tool) && !READ_ONCE.has(tool.name)) ? SERVER_TOOL_ROUNDS_MAX : 1;
  const readMax = unseenTokensMax(model);
  // What was written in one round is read in the next.
  const grown = (rounds - 1) * Number(memberOf(configOf(body), 'maxOutputTokens') ?? 0);
  const known = Math.max(size.bound, Math.min(readMax, size.bound + grown));
  const isUnseen = measured.isUnseen || tools.some(bringsUnseenTokens) || isFilled(memberOf(body, 'cachedContent'));
  return { ...size, bound: isUnseen ? Math.max(known, readMax) : known, rounds };
}

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** A body in the shape that `promptSizeOf` measures: what is no text in it told apart from what is. */
class MeasuredContents {
  /** Something of the prompt does not stand in the body as it is read. */
  isUnseen = false;

  of(body: JsonObject): JsonObject {
    const members = Object.entries(body).filter(([name]) => !UNREAD.has(camelOf(name)));
    return Object.fromEntries(members.map(([name, value]) => [name, this.#member(camelOf(name), value)]));
  }

  #member(name: string, value: unknown): unknown {
    if (name === 'tools') return value;
    if (name === 'contents' && Array.isArray(value))
      return (value as unknown[]).map((content) => this.#content(content));
    if (name === 'contents' || name === 'systemInstruction') return this.#content(value);
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  }

  #content(content: unknown): unknown {
    if (!isObject(content)) return content;
    const { parts } = content;
    const list = Array.isArray(parts) ? (parts as unknown[]) : [parts];
    return { ...content, parts: list.map((part) => this.#part(part)) };
  }

  #part(part: unknown): unknown {
    if (!isObject(part)) return part;
    const inline = memberOf(part, 'inlineData');
    const beside = Object.fromEntries(Object.entries(part).filter(([name]) => camelOf(name) !== 'inlineData'));
    const answered = memberOf(part, 'functionResponse');
    this.isUnseen ||= memberOf(part, 'fileData') !== undefined;
    if (isObject(answered) && answered['parts'] !== undefined) this.isUnseen = true;
    return isObject(inline) ? { ...written(beside), ...this.#data(inline) } : written(beside);
  }

  #data(inline: JsonObject): JsonObject {
    const { data, ...beside } = inline;
    const mime = String(memberOf(inline, 'mimeType') ?? '').toLowerCase();
    if (typeof data !== 'string') return { inlineData: JSON.stringify(inline) };
    if (mime.startsWith('image/')) return { type: 'image_url', image_url: { url: '' }, beside };
    if (mime.startsWith('audio/'))
      return { type: 'input_audio', input_audio: { data, format: mime.slice('audio/'.length) }, beside };
    // What a packed document or a film holds is not looked into: a few bytes may be a thousand pages.
    this.isUnseen = true;
    return { inlineData: JSON.stringify(beside) };
  }
}

/** Calls and results reach the model as JSON text, whose marks and escapes cost tokens too. */
const written = (part: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  );
