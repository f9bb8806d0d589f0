import { imageTokensBound } from './image-tokens.ts';
import { soundTokens, soundTokensBound } from './sound-tokens.ts';
import { utf8Bytes } from './text-bytes.ts';

/**
 * How large a prompt may be, in tokens. `bound` is an upper bound: a token has at least one byte, and pictures, sounds and the protocol's own
 * tokens are counted at their most (docs/billing.md#worst-case). `likely` takes four bytes for a token: for charges by policy, never for reservations.
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
 * count as prompt. Linear in the body's size, pictures and sounds aside, of which little is looked at.
 */
export function promptSizeOf(request: Readonly<Record<string, unknown>>, model: string): PromptSize {
  const size = new SizeOfPrompt(model);
  for (const [field, value] of Object.entries(request)) if (!SETTINGS.has(field)) size.addField(field, value);
  return size.result();
}

/** Whether `likely` is at least so many. Looks at no more of the request than it takes to know. */
export function isPromptOf(tokens: number, request: Readonly<Record<string, unknown>>, model: string): boolean {
  const size = new SizeOfPrompt(model, ANSWER_TOKENS, tokens);
  for (const [field, value] of Object.entries(request)) {
    if (!SETTINGS.has(field)) size.addField(field, value);
    if (size.isEnough) return true;
  }
  return false;
}

/** The same of a part of a request that stands in no known place: by its size alone. */
export function sizeOfPart(value: unknown, model: string): PromptSize {
  const size = new SizeOfPrompt(model, 0);
  size.addField('content', value);
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

/** The same of members that requests of other forms than OpenAI's have. */
const SETTINGS_ELSEWHERE: ReadonlySet<string> = new Set([
  'max_output_tokens',
  'generationConfig',
  'generation_config',
  'safetySettings',
  'safety_settings',
  'serviceTier',
  'thinking',
  'reasoning',
  'parameters',
  'parameter',
  'options',
]);

/** Whether a member of a request's body, of whatever form, may be read by a model as prompt. */
export const isPromptMember = (field: string): boolean => !SETTINGS.has(field) && !SETTINGS_ELSEWHERE.has(field);

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

/** Fields that reach the model as JSON text. */
const WRITTEN_OUT: ReadonlySet<string> = new Set(['tools', 'functions', 'function_call', 'response_format']);

class SizeOfPrompt {
  #bytes = 0;
  /** Tokens that are not bytes of text. */
  #tokens: number;
  #soundBound = 0;
  #soundLikely = 0;
  readonly #model: string;
  readonly #likelyEnough: number;

  /** What comes once so many tokens are likely is left uncounted. */
  constructor(model: string, tokens = ANSWER_TOKENS, likelyEnough = Infinity) {
    this.#model = model;
    this.#tokens = tokens;
    this.#likelyEnough = likelyEnough;
  }

  get isEnough(): boolean {
    return this.#likely >= this.#likelyEnough;
  }

  get #likely(): number {
    return this.#tokens + this.#soundLikely + Math.ceil(this.#bytes / BYTES_PER_LIKELY_TOKEN);
  }

  result(): PromptSize {
    return {
      bound: this.#tokens + this.#soundBound + this.#bytes,
      likely: this.#likely,
      soundBound: this.#soundBound,
      soundLikely: this.#soundLikely,
    };
  }

  addField(field: string, value: unknown): void {
    if ((field === 'tools' || field === 'functions') && Array.isArray(value) && value.length > 0)
      this.#tokens += TOOLS_TOKENS;
    if (!STRUCTURE.has(field)) this.#bytes += utf8Bytes(field);
    if (!WRITTEN_OUT.has(field)) this.#addAll(value);
    else {
      for (const item of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
        this.#addWrittenOut(item);
        if (this.isEnough) return;
      }
    }
  }

  /** What reaches the model as JSON text counts at least that: its marks and escapes cost tokens too. */
  #addWrittenOut(value: unknown): void {
    const before = this.#tokens + this.#bytes;
    this.#addAll(value);
    const written = utf8Bytes(JSON.stringify(value) ?? '') + 1;
    this.#bytes += Math.max(0, written - (this.#tokens + this.#bytes - before));
  }

  /** With a list of its own instead of recursion: bodies may be nested as deeply as their size allows. */
  #addAll(value: unknown): void {
    const open: unknown[] = [value];
    while (open.length > 0 && !this.isEnough) this.#addValue(open.pop(), open);
  }

  #addValue(value: unknown, open: unknown[]): void {
    if (typeof value === 'string') this.#addText(value);
    else if (Array.isArray(value)) {
      this.#tokens += value.length;
      for (const item of value) open.push(item);
    } else if (typeof value === 'object' && value !== null)
      this.#addObject(value as Readonly<Record<string, unknown>>, open);
    else if (value !== null && value !== undefined) this.#bytes += SCALAR_BYTES_MAX;
  }

  /** No character has less than a byte: where so many are enough, what they are is not looked at. */
  #addText(text: string): void {
    const isSurelyEnough = this.#bytes + text.length >= BYTES_PER_LIKELY_TOKEN * this.#likelyEnough;
    this.#bytes += isSurelyEnough ? text.length : utf8Bytes(text);
  }

  #addObject(object: Readonly<Record<string, unknown>>, open: unknown[]): void {
    const seen = this.#addSeen(object);
    this.#tokens += OBJECT_TOKENS;
    for (const [key, value] of Object.entries(object)) {
      if (key === seen) continue;
      if (!STRUCTURE.has(key)) this.#bytes += utf8Bytes(key) + 1;
      open.push(value);
    }
  }

  /** The member that holds a picture or a sound, which is no text; all others count, whatever the object calls itself. */
  #addSeen(object: Readonly<Record<string, unknown>>): string | undefined {
    const { type } = object;
    if (type === 'image_url' && this.#addPicture(object[type])) return type;
    return type === 'input_audio' && this.#addSound(object[type]) ? type : undefined;
  }

  /** Answers false where characters are left to count: a part without an address or its data is counted like one that has them, and its characters too. */
  #addPicture(part: unknown): boolean {
    const members = isRecord(part) ? part : { url: part };
    this.#tokens += imageTokensBound(this.#model, { detail: members['detail'] });
    return typeof members['url'] === 'string';
  }

  #addSound(part: unknown): boolean {
    const { data, format } = isRecord(part) ? part : NO_SOUND;
    const isSound = typeof data === 'string';
    this.#soundBound += soundTokensBound(isSound ? data.length : 0);
    this.#soundLikely += soundTokens(isSound ? data : '', format);
    return isSound;
  }
}

const NO_SOUND: Readonly<Record<string, unknown>> = {};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
