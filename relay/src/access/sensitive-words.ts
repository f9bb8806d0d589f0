import { RelayError } from '../errors/relay-error.ts';
import { isObject, type JsonObject } from '../wire/json.ts';

/**
 * Refuses a request that contains one of the words of the option SensitiveWords, whatever their case, and names the member that it stands in. Looked at is
 * every text that a model may read, wherever it stands in the body as its caller wrote it: messages of every turn, instructions, calls and results of
 * tools, what tools and formats say of themselves. (Contents alone any caller could pass by.)
 */
export function sensitiveWord(body: JsonObject, words: readonly string[]): RelayError | undefined {
  if (words.length === 0) return undefined;
  for (const field in body)
    if (!BESIDE.has(field) && standIn(body[field], field, words))
      return RelayError.own(
        400,
        'sensitive_words_detected',
        `${field}: the prompt contains words that are not allowed here`,
        field,
      );
  return undefined;
}

/** Members of a body that no model reads. */
const BESIDE: ReadonlySet<string> = new Set([
  'model',
  'metadata',
  'user',
  'safety_identifier',
  'prompt_cache_key',
  'service_tier',
  'labels',
  'cachedContent',
]);
/** Members with names, ids and addresses: no words, where nothing but visible ASCII stands there. */
const NAMING: ReadonlySet<string> = new Set([
  'role',
  'type',
  'id',
  'tool_call_id',
  'tool_use_id',
  'call_id',
  'file_id',
  'file_url',
  'image_url',
  'url',
  'fileUri',
  'file_uri',
  'media_type',
  'mimeType',
  'mime_type',
]);
const NAME = /^[\x21-\x7e]*$/;
/** Members that are always words. */
const WORDS: ReadonlySet<string> = new Set([
  'text',
  'content',
  'input',
  'instructions',
  'arguments',
  'description',
  'title',
  'reasoning_content',
  'thinking',
  'refusal',
]);
/** Pictures, sound, files and signatures are at least so long, and nothing but letters of base64, behind the beginning of a data URL or not. */
const ENCODED_CHARACTERS_MIN = 64;
const ENCODED = /^(?:data:[^,]{0,200},)?[A-Za-z0-9+/_=-]+$/;

function standIn(value: unknown, member: string, words: readonly string[]): boolean {
  if (typeof value === 'string') {
    if (isNoText(value, member)) return false;
    const text = plainText(value).toLowerCase();
    return words.some((word) => text.includes(word));
  }
  if (Array.isArray(value)) return value.some((entry) => standIn(entry, member, words));
  if (!isObject(value)) return false;
  for (const field in value) if (standIn(value[field], field, words)) return true;
  return false;
}

/** JSON in a text, such as the arguments of a call, may write its letters as numbers: some providers are told what it means. */
const plainText = (value: string): string =>
  value.includes('\\u')
    ? value.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : value;

const ESCAPED = /\\u([0-9a-f]{4})/gi;

function isNoText(value: string, member: string): boolean {
  if (WORDS.has(member)) return false;
  if (NAMING.has(member)) return NAME.test(value);
  return value.length >= ENCODED_CHARACTERS_MIN && ENCODED.test(value);
}
