import { isObject, type JsonObject } from '../../wire/json.ts';
import type { Findings } from '../findings.ts';
import { CUSTOM_PARAMETER } from './responses-tools.ts';

/** Members that bring a prompt of their own, so that there need be no input. */
const PROMPTS = ['prompt', 'previous_response_id', 'conversation'];

/** The input of a body of Responses as OpenAI's messages: what the model says and calls in a row is one of them. */
export function innerMessages(body: JsonObject, findings: Findings): readonly JsonObject[] {
  const { input } = body;
  if (typeof input === 'string' && input !== '') return [{ role: 'user', content: input }];
  if (Array.isArray(input) && input.length > 0) {
    const conversation = new InnerConversation(findings);
    for (const [index, item] of (input as unknown[]).entries()) conversation.add(item, `input[${index}]`);
    return conversation.messages();
  }
  const hasPrompt = PROMPTS.some((member) => body[member] !== undefined && body[member] !== null);
  if (!hasPrompt || (input !== undefined && input !== null))
    findings.refuse('input', 'must be a text or a list of items, and not empty');
  return [{ role: 'user', content: '' }];
}

type Said = { readonly role: 'assistant'; content: unknown; tool_calls?: JsonObject[]; reasoning_content?: string };

class InnerConversation {
  readonly #findings: Findings;
  readonly #messages: JsonObject[] = [];
  /** The model's turn that is going on. */
  #answer: Said | undefined;
  /** In the turn that goes on. */
  #thought = '';
  /** Pictures and files in results of tools, which a chat has in the user's turn behind them. */
  #shown: JsonObject[] = [];

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  messages(): readonly JsonObject[] {
    this.#show();
    const [first] = this.#messages;
    // Of reasoning alone nothing is left.
    return first === undefined ? [{ role: 'user', content: '' }] : this.#messages;
  }

  add(item: unknown, at: string): void {
    if (!isObject(item)) {
      this.#findings.refuse(at, 'must be an item');
      return;
    }
    const { type } = item;
    if (type === undefined || type === null || type === 'message') this.#addMessage(item, at);
    else if (type === 'function_call') this.#addCall(item, at, item['arguments'], 'arguments');
    else if (type === 'custom_tool_call') {
      const written = typeof item['input'] === 'string' ? JSON.stringify({ [CUSTOM_PARAMETER]: item['input'] }) : '';
      this.#addCall(item, at, written === '' ? undefined : written, 'input');
    } else if (type === 'function_call_output' || type === 'custom_tool_call_output') this.#addResult(item, at);
    else if (type === 'reasoning') this.#addThought(item);
    else this.#addUnknown(item, at);
  }

  /** What is encrypted was for the model that thought it, and no other can read it. What is not came from one that may ask for it again beside its calls. */
  #addThought({ encrypted_content: encrypted, content, summary }: JsonObject): void {
    if (typeof encrypted === 'string' && encrypted !== '') return;
    const told = Array.isArray(content) && content.length > 0 ? content : summary;
    for (const part of Array.isArray(told) ? (told as unknown[]) : [])
      if (isObject(part) && typeof part['text'] === 'string') this.#thought += part['text'];
  }

  #addMessage({ role, content }: JsonObject, at: string): void {
    if (role !== 'user' && role !== 'assistant' && role !== 'system' && role !== 'developer') {
      this.#findings.refuse(`${at}.role`, 'must be user, assistant, system or developer');
      return;
    }
    if (typeof content !== 'string' && !Array.isArray(content)) {
      this.#findings.refuse(`${at}.content`, 'must be a text or a list of parts');
      return;
    }
    const parts = typeof content === 'string' ? content : this.#parts(content, `${at}.content`);
    if (role === 'assistant') this.#say(parts);
    else {
      this.#show();
      this.#push({ role: role === 'user' ? role : 'system', content: plain(parts) });
    }
  }

  /** A turn goes on with calls; what is said after them begins another. */
  #say(parts: string | readonly JsonObject[]): void {
    this.#show();
    const answer: Said = { role: 'assistant', content: typeof parts === 'string' ? parts : joined(parts) };
    this.#push(answer);
    this.#answer = answer;
  }

  #addCall({ call_id: id, name }: JsonObject, at: string, written: unknown, member: string): void {
    if (typeof id !== 'string' || id === '') this.#findings.refuse(`${at}.call_id`, 'must be the id of the call');
    else if (typeof name !== 'string' || name === '') this.#findings.refuse(`${at}.name`, 'must be the name of a tool');
    else if (typeof written !== 'string') this.#findings.refuse(`${at}.${member}`, 'must be a text');
    else {
      this.#show();
      this.#answer ??= this.#begun();
      this.#answer.tool_calls ??= [];
      if (this.#thought !== '') this.#answer.reasoning_content ??= this.#thought;
      this.#answer.tool_calls.push({ id, type: 'function', function: { name, arguments: written } });
    }
  }

  #begun(): Said {
    const answer: Said = { role: 'assistant', content: null };
    this.#push(answer);
    return answer;
  }

  #addResult({ call_id: id, output }: JsonObject, at: string): void {
    if (typeof id !== 'string' || id === '') {
      this.#findings.refuse(`${at}.call_id`, 'must be the id of a call');
      return;
    }
    if (typeof output !== 'string' && !Array.isArray(output)) {
      this.#findings.refuse(`${at}.output`, 'must be a text or a list of parts');
      return;
    }
    const parts = typeof output === 'string' ? [{ type: 'text', text: output }] : this.#parts(output, `${at}.output`);
    const content = parts
      .filter(({ type }) => type === 'text')
      .map(({ text }) => text)
      .join('\n');
    this.#push({ role: 'tool', tool_call_id: id, content });
    for (const part of parts) if (part['type'] !== 'text') this.#shown.push(part);
  }

  /** Stays as it is, for the channels that know it. */
  #addUnknown(item: JsonObject, at: string): void {
    if (typeof item['type'] !== 'string') this.#findings.refuse(`${at}.type`, 'must be the type of the item');
    else this.#findings.nativeOnly(`${at}.type`, `items of type ${item['type']}`);
    this.#push({ role: 'user', content: [item] });
  }

  #parts(list: readonly unknown[], at: string): readonly JsonObject[] {
    return list.flatMap<JsonObject>((part, index) => partOf(part, `${at}[${index}]`, this.#findings) ?? []);
  }

  #show(): void {
    const shown = this.#shown;
    if (shown.length === 0) return;
    this.#shown = [];
    this.#push({ role: 'user', content: shown });
  }

  #push(message: JsonObject): void {
    this.#answer = undefined;
    if (message['role'] !== 'assistant') this.#thought = '';
    this.#messages.push(message);
  }
}

const TEXTS: ReadonlySet<unknown> = new Set(['input_text', 'output_text', 'text', 'summary_text', 'reasoning_text']);

/** A part that both sides have; any other one stays as it is, for the channels that know it. */
function partOf(part: unknown, at: string, findings: Findings): JsonObject | undefined {
  if (!isObject(part)) return findings.refuse(at, 'must be a part with a type');
  const { type } = part;
  if (TEXTS.has(type) || type === 'refusal') {
    const text = type === 'refusal' ? part['refusal'] : part['text'];
    return typeof text === 'string' ? { type: 'text', text } : findings.refuse(`${at}.text`, 'must be a text');
  }
  if (type === 'input_image') return imageOf(part, at, findings);
  if (type === 'input_file') return fileOf(part, at, findings);
  if (type === 'input_audio' && isObject(part['input_audio'])) return { type, input_audio: part['input_audio'] };
  if (typeof type !== 'string') return findings.refuse(`${at}.type`, 'must be the type of the part');
  findings.nativeOnly(`${at}.type`, `parts of type ${type}`);
  return part;
}

function imageOf(part: JsonObject, at: string, findings: Findings): JsonObject | undefined {
  const { image_url: url, file_id: id, detail } = part;
  if (typeof url === 'string' && url !== '')
    return { type: 'image_url', image_url: { url, ...(typeof detail === 'string' ? { detail } : {}) } };
  if (typeof id !== 'string') return findings.refuse(`${at}.image_url`, 'must be an address or the data of a picture');
  findings.nativeOnly(`${at}.file_id`, 'files by their id');
  return part;
}

function fileOf(part: JsonObject, at: string, findings: Findings): JsonObject | undefined {
  const { file_data: data, file_id: id, file_url: url, filename } = part;
  if (typeof data === 'string' && data !== '')
    return { type: 'file', file: { filename: typeof filename === 'string' ? filename : 'file', file_data: data } };
  if (typeof id !== 'string' && typeof url !== 'string')
    return findings.refuse(`${at}.file_data`, 'must be the data of a file');
  findings.nativeOnly(`${at}.${typeof id === 'string' ? 'file_id' : 'file_url'}`, 'files by their id or address');
  return part;
}

/** One text is no list, and neither is none. */
function plain(parts: string | readonly JsonObject[]): string | readonly JsonObject[] {
  const [only, ...others] = typeof parts === 'string' ? [] : parts;
  if (parts.length === 0) return '';
  return only !== undefined && others.length === 0 && only['type'] === 'text' ? (only['text'] as string) : parts;
}

/** What a model said is a text, unless there is something else among it. */
const joined = (parts: readonly JsonObject[]): string | readonly JsonObject[] =>
  parts.every(({ type }) => type === 'text') ? parts.map(({ text }) => text).join('') : parts;
