import { isObject, type JsonObject } from '../../wire/json.ts';
import type { Findings } from '../findings.ts';

/** Anthropic's turns as OpenAI's messages: results of tools are messages of their own, before what else their turn says. */
export function innerMessages(messages: unknown, findings: Findings): readonly JsonObject[] {
  if (!Array.isArray(messages) || messages.length === 0) {
    findings.refuse('messages', 'must be a list that is not empty');
    return [];
  }
  return (messages as unknown[]).flatMap((message, index) => innerTurn(message, `messages.${index}`, findings));
}

function innerTurn(message: unknown, at: string, findings: Findings): readonly JsonObject[] {
  const { role, content } = isObject(message) ? message : {};
  if (role !== 'user' && role !== 'assistant' && role !== 'system') {
    findings.refuse(`${at}.role`, 'must be user or assistant');
    return [];
  }
  if (typeof content === 'string') return [{ role, content }];
  if (!Array.isArray(content)) {
    findings.refuse(`${at}.content`, 'must be a text or a list of content blocks');
    return [];
  }
  const turn = new InnerTurn(findings);
  for (const [index, block] of (content as unknown[]).entries()) turn.add(block, `${at}.content.${index}`);
  return role === 'assistant' ? [turn.answer()] : turn.asked(role);
}

/** The blocks of one turn, sorted into what OpenAI keeps apart. */
class InnerTurn {
  readonly #findings: Findings;
  readonly #parts: JsonObject[] = [];
  readonly #calls: JsonObject[] = [];
  readonly #results: JsonObject[] = [];
  readonly #thoughts: string[] = [];

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  add(block: unknown, at: string): void {
    if (!isObject(block) || typeof block['type'] !== 'string') {
      this.#findings.refuse(at, 'must be a content block with a type');
      return;
    }
    if (block['type'] === 'tool_use') this.#addCall(block, at);
    else if (block['type'] === 'tool_result') this.#addResult(block, at);
    else if (block['type'] === 'thinking' || block['type'] === 'redacted_thinking') this.#addThought(block);
    else for (const part of partsOf(block, at, this.#findings)) this.#parts.push(part);
  }

  answer(): JsonObject {
    const texts = this.#parts.filter(({ type }) => type === 'text').map(({ text }) => text);
    const others = this.#parts.filter(({ type }) => type !== 'text');
    const text = texts.join('');
    return {
      role: 'assistant',
      content: others.length > 0 ? this.#parts : text === '' && this.#calls.length > 0 ? null : text,
      ...(this.#calls.length > 0 && this.#thoughts.length > 0 ? { reasoning_content: this.#thoughts.join('') } : {}),
      ...(this.#calls.length === 0 ? {} : { tool_calls: this.#calls }),
    };
  }

  asked(role: 'user' | 'system'): readonly JsonObject[] {
    const [only] = this.#parts;
    if (only === undefined) return this.#results.length > 0 ? this.#results : [{ role, content: '' }];
    const content = this.#parts.length === 1 && only['type'] === 'text' ? only['text'] : this.#parts;
    return [...this.#results, { role, content }];
  }

  /** What is signed was for the model that thought it, and no other can read it. What is not came from one that may ask for it again beside its calls. */
  #addThought({ thinking, signature }: JsonObject): void {
    if ((signature === '' || signature === undefined) && typeof thinking === 'string' && thinking !== '')
      this.#thoughts.push(thinking);
  }

  #addCall({ id, name, input }: JsonObject, at: string): void {
    if (typeof id !== 'string' || id === '') this.#findings.refuse(`${at}.id`, 'must be the id of the call');
    else if (typeof name !== 'string' || name === '') this.#findings.refuse(`${at}.name`, 'must be the name of a tool');
    else if (!isObject(input)) this.#findings.refuse(`${at}.input`, 'must be an object');
    else this.#calls.push({ id, type: 'function', function: { name, arguments: JSON.stringify(input) } });
  }

  /** A result of OpenAI's tools is a text: pictures in it follow in the turn. */
  #addResult({ tool_use_id: id, content, is_error: isError }: JsonObject, at: string): void {
    if (typeof id !== 'string' || id === '') {
      this.#findings.refuse(`${at}.tool_use_id`, 'must be the id of a call');
      return;
    }
    const parts = resultParts(content, `${at}.content`, this.#findings);
    const texts = parts.filter(({ type }) => type === 'text').map(({ text }) => text);
    const told = texts.join('\n');
    this.#results.push({ role: 'tool', tool_call_id: id, content: isError === true ? `Error: ${told}` : told });
    for (const part of parts) if (part['type'] !== 'text') this.#parts.push(part);
  }
}

function resultParts(content: unknown, at: string, findings: Findings): readonly JsonObject[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (Array.isArray(content)) {
    return (content as unknown[]).flatMap((block, index) => {
      if (isObject(block)) return partsOf(block, `${at}.${index}`, findings);
      findings.refuse(`${at}.${index}`, 'must be a content block');
      return [];
    });
  }
  findings.refuse(at, 'must be a text or a list of content blocks');
  return [];
}

/** A block that both sides have; any other one stays as it is, for the channels that know it. */
function partsOf(block: JsonObject, at: string, findings: Findings): readonly JsonObject[] {
  const { type, text } = block;
  if (type === 'text') {
    if (typeof text === 'string') return [{ type, text }];
    findings.refuse(`${at}.text`, 'must be a text');
    return [];
  }
  if (type === 'image') return imageParts(block, at, findings);
  if (type === 'document') return documentParts(block, at, findings);
  findings.nativeOnly(`${at}.type`, `blocks of type ${String(type)}`);
  return [block];
}

function imageParts(block: JsonObject, at: string, findings: Findings): readonly JsonObject[] {
  const { type, media_type: mime, data, url } = isObject(block['source']) ? block['source'] : {};
  if (type === 'base64' && typeof mime === 'string' && typeof data === 'string')
    return [{ type: 'image_url', image_url: { url: `data:${mime};base64,${data}` } }];
  if (type === 'url' && typeof url === 'string') return [{ type: 'image_url', image_url: { url } }];
  return otherSource(block, type, at, findings);
}

function documentParts(block: JsonObject, at: string, findings: Findings): readonly JsonObject[] {
  const { type, media_type: mime, data, content } = isObject(block['source']) ? block['source'] : {};
  const { title } = block;
  if (type === 'text' && typeof data === 'string') return [{ type: 'text', text: data }];
  if (type === 'content') return resultParts(content, `${at}.source.content`, findings);
  if (type !== 'base64' || typeof mime !== 'string' || typeof data !== 'string')
    return otherSource(block, type, at, findings);
  const filename = typeof title === 'string' && title !== '' ? title : 'document.pdf';
  return [{ type: 'file', file: { filename, file_data: `data:${mime};base64,${data}` } }];
}

function otherSource(block: JsonObject, type: unknown, at: string, findings: Findings): readonly JsonObject[] {
  if (type === 'file' || type === 'url') findings.nativeOnly(`${at}.source.type`, `sources of type ${type}`);
  else findings.refuse(`${at}.source`, 'must be a source with its type and data');
  return [block];
}
