import { memberOf } from '../../modes/gemini-asks.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import type { Findings } from '../findings.ts';

/** The texts of a system instruction; its parts may be a single one. */
export function systemTexts(system: unknown, findings: Findings): readonly string[] {
  if (system === undefined || system === null) return [];
  const parts = isObject(system) ? system['parts'] : undefined;
  const list = Array.isArray(parts) ? (parts as unknown[]) : [parts];
  const texts = list.map((part) => (isObject(part) ? part['text'] : undefined));
  if (texts.every((text) => typeof text === 'string'))
    return texts.some((text) => text !== '') ? [texts.join('\n')] : [];
  findings.refuse('systemInstruction.parts', 'must be texts');
  return [];
}

/** Gemini's turns as OpenAI's messages: results of tools are messages of their own, before what else their turn says. */
export function innerMessages(contents: unknown, findings: Findings): readonly JsonObject[] {
  if (!Array.isArray(contents) || contents.length === 0) {
    findings.refuse('contents', 'must be a list that is not empty');
    return [];
  }
  const turns = new InnerTurns(findings);
  return (contents as unknown[]).flatMap((content, index) => turns.of(content, `contents[${index}]`));
}

const ROLES: ReadonlySet<unknown> = new Set([undefined, null, '', 'user', 'function', 'tool', 'model']);

/** A call that no result has answered yet. */
type OpenCall = { readonly id: string; readonly name: string };

class InnerTurns {
  readonly #findings: Findings;
  #calls = 0;
  #open: OpenCall[] = [];

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  of(content: unknown, at: string): readonly JsonObject[] {
    const { role, parts } = isObject(content) ? content : {};
    if (!ROLES.has(role)) this.#findings.refuse(`${at}.role`, 'must be user or model');
    if (!Array.isArray(parts) || parts.length === 0) {
      this.#findings.refuse(`${at}.parts`, 'must be a list that is not empty');
      return [];
    }
    const list = (parts as unknown[]).map((part, index) => ({ part, at: `${at}.parts[${index}]` }));
    return role === 'model' ? [this.#answer(list)] : this.#asked(list);
  }

  #answer(list: readonly { readonly part: unknown; readonly at: string }[]): JsonObject {
    const said: JsonObject[] = [];
    const calls: JsonObject[] = [];
    for (const { part, at } of list) {
      const call = isObject(part) ? memberOf(part, 'functionCall') : undefined;
      if (isObject(call)) calls.push(this.#called(call, at));
      // Thoughts are signed for the model that had them; no other can read them.
      else if (!isObject(part) || part['thought'] !== true) said.push(...this.#partsOf(part, at));
    }
    const isText = said.every(({ type }) => type === 'text');
    const text = said.map((part) => part['text']).join('');
    return {
      role: 'assistant',
      content: isText ? (text === '' && calls.length > 0 ? null : text) : said,
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    };
  }

  #asked(list: readonly { readonly part: unknown; readonly at: string }[]): readonly JsonObject[] {
    const results: JsonObject[] = [];
    const parts: JsonObject[] = [];
    for (const { part, at } of list) {
      const result = isObject(part) ? memberOf(part, 'functionResponse') : undefined;
      if (isObject(result)) results.push(this.#answered(result, at));
      else parts.push(...this.#partsOf(part, at));
    }
    if (parts.length === 0 && results.length > 0) return results;
    const [only] = parts;
    return [
      ...results,
      { role: 'user', content: parts.length === 1 && only?.['type'] === 'text' ? only['text'] : parts },
    ];
  }

  /** Gemini's calls need no ids, and OpenAI's do. */
  #called({ id, name, args }: JsonObject, at: string): JsonObject {
    if (typeof name !== 'string' || name === '')
      this.#findings.refuse(`${at}.functionCall.name`, 'must be the name of a function');
    if (args !== undefined && args !== null && !isObject(args))
      this.#findings.refuse(`${at}.functionCall.args`, 'must be an object');
    this.#calls += 1;
    const call = { id: typeof id === 'string' && id !== '' ? id : `call_${this.#calls}`, name: String(name) };
    this.#open.push(call);
    return { id: call.id, type: 'function', function: { name, arguments: JSON.stringify(args ?? {}) } };
  }

  /** By its id where it has one, else the first call of that name that has no result. */
  #answered({ id, name, response, parts }: JsonObject, at: string): JsonObject {
    const isGiven = typeof id === 'string' && id !== '';
    const found = this.#open.findIndex((call) => (isGiven ? call.id === id : call.name === name));
    const [call] = found < 0 ? [] : this.#open.splice(found, 1);
    if (call === undefined && !isGiven)
      this.#findings.refuse(`${at}.functionResponse`, 'must be the result of a functionCall in an earlier turn');
    if (!isObject(response)) this.#findings.refuse(`${at}.functionResponse.response`, 'must be an object');
    if (Array.isArray(parts) && parts.length > 0)
      this.#findings.nativeOnly(`${at}.functionResponse.parts`, 'results with parts');
    return { role: 'tool', tool_call_id: call?.id ?? id, content: resultOf(response) };
  }

  #partsOf(part: unknown, at: string): readonly JsonObject[] {
    if (!isObject(part)) {
      this.#findings.refuse(at, 'must be a part');
      return [];
    }
    const { text } = part;
    if (typeof text === 'string') return [{ type: 'text', text }];
    if (text !== undefined && text !== null) {
      this.#findings.refuse(`${at}.text`, 'must be a text');
      return [part];
    }
    const inline = memberOf(part, 'inlineData');
    const file = memberOf(part, 'fileData');
    if (isObject(inline)) return this.#dataOf(inline, at);
    if (isObject(file)) return this.#fileOf(part, file, at);
    const [name] = Object.keys(part);
    if (name === undefined) this.#findings.refuse(at, 'must have a text or other data');
    else this.#findings.nativeOnly(`${at}.${name}`, `parts with ${name}`);
    return [part];
  }

  #dataOf(inline: JsonObject, at: string): readonly JsonObject[] {
    const { data } = inline;
    const mime = memberOf(inline, 'mimeType');
    if (typeof data !== 'string' || typeof mime !== 'string') {
      this.#findings.refuse(`${at}.inlineData`, 'must have mimeType and data');
      return [];
    }
    const [, kind = '', format = ''] = /^(\w+)\/([\w.+-]+)$/.exec(mime.toLowerCase()) ?? [];
    if (kind === 'image') return [{ type: 'image_url', image_url: { url: `data:${mime};base64,${data}` } }];
    if (kind === 'audio' && SOUNDS.has(format))
      return [{ type: 'input_audio', input_audio: { data, format: SOUNDS.get(format) } }];
    const filename = memberOf(inline, 'displayName');
    const file = {
      filename: typeof filename === 'string' ? filename : 'document',
      file_data: `data:${mime};base64,${data}`,
    };
    return [{ type: 'file', file }];
  }

  #fileOf(part: JsonObject, file: JsonObject, at: string): readonly JsonObject[] {
    const url = memberOf(file, 'fileUri');
    const mime = memberOf(file, 'mimeType');
    const isOpen = typeof url === 'string' && /^https:\/\//i.test(url) && !OF_GEMINI.test(url);
    if (isOpen && typeof mime === 'string' && mime.startsWith('image/'))
      return [{ type: 'image_url', image_url: { url } }];
    this.#findings.nativeOnly(`${at}.fileData`, 'files by their address');
    return [part];
  }
}

/** Formats of sounds as OpenAI names them. */
const SOUNDS: ReadonlyMap<string, string> = new Map([
  ['wav', 'wav'],
  ['x-wav', 'wav'],
  ['mp3', 'mp3'],
  ['mpeg', 'mp3'],
]);
/** Files that were sent to Gemini before. */
const OF_GEMINI = /^https:\/\/generativelanguage\.googleapis\.com\//i;

/** A text that stands in a member of its own is the result; any other one is JSON. */
function resultOf(response: unknown): string {
  const { result, ...others } = isObject(response) ? response : {};
  const isText = typeof result === 'string' && Object.keys(others).length === 0 && !/^\s*\{/.test(result);
  return isText ? result : JSON.stringify(response ?? {});
}
