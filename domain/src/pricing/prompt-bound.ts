import { imageTokensBound } from './image-tokens.ts';
import { soundTokens, soundTokensBound } from './sound-tokens.ts';
import { utf8Bytes } from './text-bytes.ts';

/**
 * How large a prompt may be, in tokens. `bound` is an upper bound: a token has at least one byte, and pictures, sounds and the protocol's own
 * tokens are counted at their most (contract C.5). `likely` takes four bytes for a token: for charges by policy, never for reservations.
 */
export type PromptSize = {
  readonly bound: number;
  readonly likely: number;
  /** What of either is sound. */
  readonly soundBound: number;
  readonly soundLikely: number;
};

/**
 * @param request the parsed body of a chat, completion, embedding or moderation request, of any shape; fields that are not known to be settings
 * count as prompt. Linear in the body's size, pictures and sounds as data URLs aside, which are not looked at.
 */
export function promptSizeOf(request: Readonly<Record<string, unknown>>, model: string): PromptSize {
  const size = new SizeOfPrompt(model);
  for (const [field, value] of Object.entries(request)) if (!SETTINGS.has(field)) size.addField(field, value);
  return size.result();
}

/** Fields that no model reads as prompt. */
const SETTINGS: ReadonlySet<string> = new Set([
  'model',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'n',
  'temperature',
  'top_p',
  'top_k',
  'stop',
  'user',
  'seed',
  'logprobs',
  'top_logprobs',
  'logit_bias',
  'frequency_penalty',
  'presence_penalty',
  'metadata',
  'store',
  'service_tier',
  'parallel_tool_calls',
  'reasoning_effort',
  'modalities',
  'audio',
  'encoding_format',
  'dimensions',
  'best_of',
  'echo',
  'group',
]);

/** Names that structure a message and never reach the model as text of their own. */
const STRUCTURE: ReadonlySet<string> = new Set([
  'role',
  'content',
  'type',
  'text',
  'name',
  'messages',
  'prompt',
  'input',
  'tool_calls',
  'function',
  'arguments',
]);

/** Tokens around what is said: an answer's beginning; a message (3, and 1 for a name); any other object or list entry when it is written out. */
const ANSWER_TOKENS = 3;
const OBJECT_TOKENS = 4;
/** What providers put before a list of tools of their own accord; about 530 at most is known. */
const TOOLS_TOKENS = 600;
const BYTES_PER_LIKELY_TOKEN = 4;
/** Length of a number, true, false or null when written out. */
const SCALAR_BYTES_MAX = 24;

class SizeOfPrompt {
  #bytes = 0;
  /** Tokens that are not bytes of text. */
  #tokens = ANSWER_TOKENS;
  #soundBound = 0;
  #soundLikely = 0;
  readonly #model: string;

  constructor(model: string) {
    this.#model = model;
  }

  result(): PromptSize {
    return {
      bound: this.#tokens + this.#soundBound + this.#bytes,
      likely: this.#tokens + this.#soundLikely + Math.ceil(this.#bytes / BYTES_PER_LIKELY_TOKEN),
      soundBound: this.#soundBound,
      soundLikely: this.#soundLikely,
    };
  }

  /** With a list of its own instead of recursion: bodies may be nested as deeply as their size allows. */
  addField(field: string, value: unknown): void {
    if ((field === 'tools' || field === 'functions') && Array.isArray(value) && value.length > 0)
      this.#tokens += TOOLS_TOKENS;
    if (!STRUCTURE.has(field)) this.#bytes += utf8Bytes(field);
    const open: unknown[] = [value];
    while (open.length > 0) this.#addValue(open.pop(), open);
  }

  #addValue(value: unknown, open: unknown[]): void {
    if (typeof value === 'string') this.#bytes += utf8Bytes(value);
    else if (Array.isArray(value)) {
      this.#tokens += value.length;
      for (const item of value) open.push(item);
    } else if (typeof value === 'object' && value !== null)
      this.#addObject(value as Readonly<Record<string, unknown>>, open);
    else if (value !== null && value !== undefined) this.#bytes += SCALAR_BYTES_MAX;
  }

  #addObject(object: Readonly<Record<string, unknown>>, open: unknown[]): void {
    if (object['type'] === 'image_url' && this.#addPicture(object['image_url'])) return;
    if (object['type'] === 'input_audio' && this.#addSound(object['input_audio'])) return;
    this.#tokens += OBJECT_TOKENS;
    for (const [key, value] of Object.entries(object)) {
      if (!STRUCTURE.has(key)) this.#bytes += utf8Bytes(key) + 1;
      open.push(value);
    }
  }

  /** Answers false for what is no picture after all: then every letter counts. */
  #addPicture(part: unknown): boolean {
    const detail = typeof part === 'object' && part !== null && 'detail' in part ? part.detail : undefined;
    if (
      typeof part !== 'string' &&
      !(typeof part === 'object' && part !== null && 'url' in part && typeof part.url === 'string')
    )
      return false;
    this.#tokens += imageTokensBound(this.#model, detail);
    return true;
  }

  #addSound(part: unknown): boolean {
    const data = typeof part === 'object' && part !== null && 'data' in part ? part.data : undefined;
    if (typeof data !== 'string') return false;
    const format = typeof part === 'object' && part !== null && 'format' in part ? part.format : undefined;
    this.#soundBound += soundTokensBound(data.length);
    this.#soundLikely += soundTokens(data, format);
    return true;
  }
}
