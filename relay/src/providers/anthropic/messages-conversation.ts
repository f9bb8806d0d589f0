import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { CallArguments } from '../call-arguments.ts';

type Turn = { readonly role: 'user' | 'assistant'; readonly content: string | readonly JsonObject[] };

/** Messages as Anthropic has them: the system's texts apart, turns of the user and the model by turns, the first one the user's. */
type Conversation = {
  readonly system: readonly string[];
  readonly turns: readonly Turn[];
  /** Names of tools that were called. */
  readonly called: ReadonlySet<string>;
  /** The model waits for results of its tools, so that its turn goes on. */
  readonly isAnsweringTools: boolean;
};

/** Stands where Anthropic demands a text and the caller has none. */
const FILLER: JsonObject = { type: 'text', text: '...' };

/** OpenAI's messages as such a conversation. Throws UnsupportedRequest, naming the field, for what Claude cannot be told. */
export function conversationOf(messages: readonly JsonObject[]): Conversation {
  const gathered = new Gathering();
  for (const [index, message] of messages.entries()) gathered.add(message, `messages[${index}]`);
  return {
    system: gathered.system,
    turns: gathered.turns(),
    called: gathered.called,
    isAnsweringTools: gathered.isAnsweringTools,
  };
}

/** Results stand before everything else in the turn that answers a call. */
type OpenTurn = { readonly role: Turn['role']; readonly results: JsonObject[]; readonly others: JsonObject[] };

class Gathering {
  readonly system: string[] = [];
  readonly called = new Set<string>();
  readonly #turns: OpenTurn[] = [];
  /** Of the last legacy function_call, whose answer has only a name. */
  #functionCallId = '';
  readonly #arguments = new CallArguments();

  add(message: JsonObject, at: string): void {
    const { role, content } = message;
    if (role === 'system' || role === 'developer') {
      for (const text of textsOf(content, `${at}.content`)) this.system.push(text);
    } else if (role === 'user') {
      const { others } = this.#turn('user');
      for (const block of blocksOf(content, `${at}.content`)) others.push(block);
    } else if (role === 'assistant') this.#addAnswer(message, at);
    else if (role === 'tool') this.#addResult(message['tool_call_id'], content, at);
    else if (role === 'function') this.#addResult(this.#functionCallId, content, at);
    else throw new UnsupportedRequest(`${at}.role`, 'must be system, developer, user, assistant or tool');
  }

  get isAnsweringTools(): boolean {
    return (this.#turns.at(-1)?.results.length ?? 0) > 0;
  }

  turns(): readonly Turn[] {
    const turns = this.#turns.map(({ role, results, others }) => {
      const blocks = [...results, ...others];
      return { role, blocks: blocks.length === 0 ? [FILLER] : blocks };
    });
    if (turns[0]?.role !== 'user') turns.unshift({ role: 'user', blocks: [FILLER] });
    const last = turns.at(-1);
    if (last?.role === 'assistant') last.blocks = withoutTrailingSpace(last.blocks);
    return turns.map(({ role, blocks }) => ({ role, content: contentOf(blocks) }));
  }

  #turn(role: Turn['role']): OpenTurn {
    const last = this.#turns.at(-1);
    if (last?.role === role) return last;
    const turn: OpenTurn = { role, results: [], others: [] };
    this.#turns.push(turn);
    return turn;
  }

  #addAnswer(message: JsonObject, at: string): void {
    const { content, refusal, tool_calls: calls, function_call: legacy } = message;
    const { others: blocks } = this.#turn('assistant');
    for (const text of textsOf(content, `${at}.content`)) blocks.push({ type: 'text', text });
    if (typeof refusal === 'string' && !isBlank(refusal)) blocks.push({ type: 'text', text: refusal });
    if (Array.isArray(calls)) {
      for (const [index, call] of (calls as unknown[]).entries())
        blocks.push(this.#toolUse(call, `${at}.tool_calls[${index}]`, 'function.arguments'));
    }
    if (isObject(legacy)) {
      this.#functionCallId = `function_call_${this.#turns.length}`;
      blocks.push(this.#toolUse({ id: this.#functionCallId, function: legacy }, `${at}.function_call`, 'arguments'));
    }
  }

  #toolUse(call: unknown, at: string, argumentsAt: string): JsonObject {
    const called = isObject(call) ? call['function'] : undefined;
    if (!isObject(call) || !isObject(called) || typeof called['name'] !== 'string')
      throw new UnsupportedRequest(at, 'must be the call of a function with a name');
    this.called.add(called['name']);
    const input = this.#arguments.of(called['arguments'], `${at}.${argumentsAt}`);
    return { type: 'tool_use', id: idOf(call['id']), name: called['name'], input };
  }

  #addResult(id: unknown, content: unknown, at: string): void {
    if (typeof id !== 'string') throw new UnsupportedRequest(`${at}.tool_call_id`, 'must be the id of a call');
    const told = contentOf(blocksOf(content, `${at}.content`));
    const result = { type: 'tool_result', tool_use_id: idOf(id), ...(told.length === 0 ? {} : { content: told }) };
    this.#turn('user').results.push(result);
  }
}

/** Anthropic's ids have letters, digits, _ and - alone; a call and its result change in the same way. */
const idOf = (id: unknown): string => String(id ?? '').replaceAll(/[^a-zA-Z0-9_-]/g, '_');

const isBlank = (text: string): boolean => text.trim() === '';

function contentOf(blocks: readonly JsonObject[]): string | readonly JsonObject[] {
  const [only] = blocks;
  return blocks.length === 1 && only?.['type'] === 'text' ? (only['text'] as string) : blocks;
}

/** Anthropic refuses the beginning of an answer that ends with white space. */
function withoutTrailingSpace(blocks: readonly JsonObject[]): JsonObject[] {
  const last = blocks.at(-1);
  return last?.['type'] === 'text'
    ? [...blocks.slice(0, -1), { ...last, text: (last['text'] as string).trimEnd() }]
    : [...blocks];
}

/** The texts of a content that can have nothing else. */
function textsOf(content: unknown, at: string): readonly string[] {
  return blocksOf(content, at).map((block, index) => {
    if (block['type'] !== 'text') throw new UnsupportedRequest(`${at}[${index}]`, 'must be a text');
    return block['text'] as string;
  });
}

function blocksOf(content: unknown, at: string): readonly JsonObject[] {
  if (content === null || content === undefined) return [];
  if (typeof content === 'string') return isBlank(content) ? [] : [{ type: 'text', text: content }];
  if (!Array.isArray(content)) throw new UnsupportedRequest(at, 'must be a text or a list of parts');
  return (content as unknown[]).flatMap((part, index) => blockOf(part, `${at}[${index}]`));
}

function blockOf(part: unknown, at: string): readonly JsonObject[] {
  if (typeof part === 'string') return isBlank(part) ? [] : [{ type: 'text', text: part }];
  if (isObject(part)) {
    const text = part['type'] === 'refusal' ? part['refusal'] : part['text'];
    if (typeof text === 'string') return isBlank(text) ? [] : [{ type: 'text', text }];
    if (part['type'] === 'image_url') return [imageOf(part['image_url'], `${at}.image_url`)];
    if (part['type'] === 'file') return [documentOf(part['file'], `${at}.file`)];
  }
  throw new UnsupportedRequest(at, 'must be a text, a picture or a file; Claude takes nothing else');
}

function imageOf(image: unknown, at: string): JsonObject {
  const url = isObject(image) ? image['url'] : image;
  if (typeof url !== 'string') throw new UnsupportedRequest(at, 'must have the URL of a picture');
  const data = dataOf(url);
  if (data !== undefined) return { type: 'image', source: { type: 'base64', ...data } };
  if (!/^https?:\/\//i.test(url)) throw new UnsupportedRequest(at, 'must be an http or a base64 data URL');
  return { type: 'image', source: { type: 'url', url } };
}

function documentOf(file: unknown, at: string): JsonObject {
  const data = isObject(file) && typeof file['file_data'] === 'string' ? dataOf(file['file_data']) : undefined;
  if (data === undefined) throw new UnsupportedRequest(at, 'must have its data as a base64 data URL');
  const source =
    data.media_type === 'text/plain'
      ? { type: 'text', media_type: data.media_type, data: Buffer.from(data.data, 'base64').toString('utf8') }
      : { type: 'base64', ...data };
  const title = isObject(file) ? file['filename'] : undefined;
  return { type: 'document', source, ...(typeof title === 'string' && !isBlank(title) ? { title } : {}) };
}

const DATA_URL = /^data:([^;,]+)(?:;[^;,]+)*;base64$/i;
/** Between `data:` and the comma there is no more. */
const DATA_HEAD_CHARACTERS_MAX = 256;

function dataOf(url: string): { readonly media_type: string; readonly data: string } | undefined {
  const comma = url.slice(0, DATA_HEAD_CHARACTERS_MAX).indexOf(',');
  const [, mime] = DATA_URL.exec(url.slice(0, Math.max(0, comma))) ?? [];
  if (mime === undefined) return undefined;
  const mediaType = mime.toLowerCase();
  return { media_type: mediaType === 'image/jpg' ? 'image/jpeg' : mediaType, data: url.slice(comma + 1) };
}
