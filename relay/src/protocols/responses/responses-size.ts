import { promptSizeOf } from '@ledgate/domain/pricing/prompt-bound';
import type { NativeSize } from '../../modes/chat-request.ts';
import { unseenTokensMax } from '../../modes/packed-files.ts';
import { runsTools, toolCallsMax } from '../../modes/responses-tools.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';

/** Members that no model reads as prompt, beside those that a chat has too. */
const SETTINGS: ReadonlySet<string> = new Set([
  'background',
  'include',
  'max_output_tokens',
  'max_tool_calls',
  'prompt_cache_key',
  'prompt_cache_retention',
  'reasoning',
  'safety_identifier',
  'truncation',
]);
/** Members that bring a prompt which does not stand in the body. */
const STORED = ['conversation', 'previous_response_id', 'prompt'];

/**
 * The size of a body of Responses that a provider gets as it is (docs/billing.md#worst-case): of all that stands in it, known here or not. Pictures count as
 * such. Where something of the prompt is stored at the provider or fetched by it, what a model reads at a time is the bound.
 */
export function responsesSizeOf(body: JsonObject, model: string): NativeSize {
  const measured = new MeasuredInput();
  const stated = Object.entries(body).filter(([member]) => !SETTINGS.has(member));
  const size = promptSizeOf({ ...Object.fromEntries(stated), input: measured.of(body['input']) }, model);
  const loops = runsTools(body);
  const isUnseen = loops || measured.isUnseen || STORED.some((member) => (body[member] ?? null) !== null);
  const bound = isUnseen ? Math.max(size.bound, unseenTokensMax(model)) : size.bound;
  return { ...size, bound, rounds: (loops ? toolCallsMax(body) : 1) + (isCompacted(body) ? 1 : 0) };
}

/** A conversation that becomes too long is read once to be summarized, and once more from its summary. */
const isCompacted = ({ context_management: managed }: JsonObject): boolean =>
  Array.isArray(managed) && managed.some((edit) => isObject(edit) && edit['type'] === 'compaction');

/** An input in the shape that `promptSizeOf` measures: what is no text in it told apart from what is. */
class MeasuredInput {
  /** Something of it does not stand in the body, or is packed. */
  isUnseen = false;

  of(input: unknown): unknown {
    return Array.isArray(input) ? (input as unknown[]).map((item) => this.#item(item)) : input;
  }

  #item(item: unknown): unknown {
    if (!isObject(item)) return item;
    this.isUnseen ||= item['type'] === 'item_reference';
    const { content, output } = item;
    return {
      ...item,
      ...(Array.isArray(content) ? { content: this.#parts(content) } : {}),
      ...(Array.isArray(output) ? { output: this.#parts(output) } : {}),
      ...(isObject(output) ? { output: this.#part(output) } : {}),
    };
  }

  #parts(parts: readonly unknown[]): unknown {
    return parts.map((part) => this.#part(part));
  }

  #part(part: unknown): unknown {
    if (!isObject(part)) return part;
    const { type, detail } = part;
    this.isUnseen ||= type === 'input_file';
    if (!PICTURES.has(type)) return part;
    // What a picture is given by counts as a picture; whatever else stands beside it as text.
    const { image_url: url, ...others } = part;
    const beside = typeof url === 'string' ? others : part;
    return { ...beside, type: 'image_url', image_url: { url: '', detail } };
  }
}

const PICTURES: ReadonlySet<unknown> = new Set(['input_image', 'computer_screenshot']);
