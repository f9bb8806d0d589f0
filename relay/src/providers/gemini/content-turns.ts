import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { JSON_VALUES_MAX } from '../../limits.ts';
import { valuesIn } from '../../wire/json-size.ts';
import { isObject, type JsonObject, parsedJson } from '../../wire/json.ts';
import { partOf } from './content-parts.ts';

type Turn = { readonly role: 'user' | 'model'; readonly parts: readonly JsonObject[] };

/** Messages as Gemini has them: the system's texts apart, turns of the user and the model by turns. */
type Conversation = { readonly system: readonly string[]; readonly turns: readonly Turn[] };

/** `hasIds`: calls and their results have ids. `needsSignatures`: the model refuses calls of earlier turns that nobody signed. */
type TurnRules = { readonly hasIds: boolean; readonly needsSignatures: boolean };

/** Stands where Gemini demands a text and the caller has none. */
const FILLER: JsonObject = { text: '...' };
/** What Gemini takes for the signature of a call that another model made. */
const UNSIGNED = 'skip_thought_signature_validator';

/** OpenAI's messages as such a conversation. Throws UnsupportedRequest, naming the field, for what Gemini cannot be told. */
export function conversationOf(messages: readonly JsonObject[], rules: TurnRules): Conversation {
  const gathered = new Gathering(rules);
  for (const [index, message] of messages.entries()) gathered.add(message, `messages[${index}]`);
  return { system: gathered.system, turns: gathered.turns() };
}

/** Results stand before everything else in the turn that answers calls, in the order of these: by that, and their names, Gemini knows them. */
type OpenTurn = { readonly role: Turn['role']; readonly results: Result[]; readonly others: JsonObject[] };
type Result = { readonly order: number; readonly part: JsonObject };

class Gathering {
  readonly system: string[] = [];
  readonly #rules: TurnRules;
  readonly #turns: OpenTurn[] = [];
  /** By their ids. */
  readonly #calls = new Map<unknown, { readonly name: string; readonly order: number }>();
  /** In the arguments of all calls and the results of tools, which are JSON in strings and no part of what was counted in the body. */
  #packedValues = 0;

  constructor(rules: TurnRules) {
    this.#rules = rules;
  }

  add(message: JsonObject, at: string): void {
    const { role, content } = message;
    if (role === 'system' || role === 'developer') this.system.push(...textsOf(content, `${at}.content`));
    else if (role === 'user') this.#turn('user').others.push(...partsOf(content, `${at}.content`));
    else if (role === 'assistant') this.#addAnswer(message, at);
    else if (role === 'tool') this.#addResult(message['tool_call_id'], message, at);
    else if (role === 'function') this.#addResult(undefined, message, at);
    else throw new UnsupportedRequest(`${at}.role`, 'must be system, developer, user, assistant or tool');
  }

  turns(): readonly Turn[] {
    const turns = this.#turns.map(({ role, results, others }) => {
      const answers = results.toSorted((one, other) => one.order - other.order).map(({ part }) => part);
      const parts = [...answers, ...others];
      return { role, parts: parts.length === 0 ? [FILLER] : parts };
    });
    const [first] = turns;
    return first === undefined || isCalling(first) ? [{ role: 'user', parts: [FILLER] }, ...turns] : turns;
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
    const { others } = this.#turn('model');
    others.push(...partsOf(content, `${at}.content`));
    if (typeof refusal === 'string' && refusal !== '') others.push({ text: refusal });
    const called = Array.isArray(calls) ? (calls as unknown[]) : [];
    for (const [index, call] of called.entries()) {
      const path = `${at}.tool_calls[${index}]`;
      const { id, function: of, extra_content: extra } = isObject(call) ? call : {};
      others.push(this.#call(id, of, signatureIn(extra), `${path}.function`, index === 0));
    }
    if (isObject(legacy)) others.push(this.#call(undefined, legacy, undefined, `${at}.function_call`, true));
  }

  /** Of several calls at once the first one alone is signed. */
  #call(id: unknown, of: unknown, signature: string | undefined, at: string, isFirst: boolean): JsonObject {
    const { name, arguments: written } = isObject(of) ? of : {};
    if (typeof name !== 'string' || name === '')
      throw new UnsupportedRequest(`${at}.name`, 'must be the name of a tool');
    this.#calls.set(id, { name, order: this.#calls.size });
    const signed = signature ?? (this.#rules.needsSignatures && isFirst ? UNSIGNED : undefined);
    return {
      functionCall: { ...this.#idOf(id), name, args: this.#argumentsOf(written, `${at}.arguments`) },
      ...(signed === undefined ? {} : { thoughtSignature: signed }),
    };
  }

  /** A call's arguments, which a model wrote: what is no object is told as it stands. */
  #argumentsOf(written: unknown, at: string): JsonObject {
    if (isObject(written)) return written;
    if (typeof written !== 'string' || written.trim() === '') return {};
    const values = valuesIn(Buffer.from(written));
    if (typeof values === 'string') throw new UnsupportedRequest(at, values);
    this.#packedValues += values;
    if (this.#packedValues > JSON_VALUES_MAX)
      throw new UnsupportedRequest(at, `the arguments of all calls hold more than ${JSON_VALUES_MAX} values`);
    const args = parsedJson(written);
    return isObject(args) ? args : { arguments: written };
  }

  /** A picture in it becomes a part of the turn. */
  #addResult(id: unknown, message: JsonObject, at: string): void {
    const call = this.#calls.get(id);
    const name = call?.name ?? message['name'];
    if (typeof name !== 'string' || name === '')
      throw new UnsupportedRequest(`${at}.tool_call_id`, 'must be the id of a call in an earlier message');
    const parts = partsOf(message['content'], `${at}.content`);
    const text = parts
      .map((part) => part['text'] ?? [])
      .flat()
      .join('\n');
    const { results, others } = this.#turn('user');
    results.push({
      order: call?.order ?? Number.MAX_SAFE_INTEGER,
      part: { functionResponse: { ...this.#idOf(id), name, response: this.#responseOf(text) } },
    });
    others.push(...parts.filter((part) => part['text'] === undefined));
  }

  /** JSON of an object as such, where it is not too large to be looked into. */
  #responseOf(text: string): JsonObject {
    const values = /^\s*\{/.test(text) ? valuesIn(Buffer.from(text)) : undefined;
    if (typeof values !== 'number' || this.#packedValues + values > JSON_VALUES_MAX) return { result: text };
    this.#packedValues += values;
    const response = parsedJson(text);
    return isObject(response) ? response : { result: text };
  }

  #idOf(id: unknown): JsonObject {
    return this.#rules.hasIds && typeof id === 'string' && id !== '' ? { id } : {};
  }
}

const isCalling = ({ role, parts }: Turn): boolean =>
  role === 'model' && parts.some(({ functionCall }) => functionCall !== undefined);

/** Where Google's own server of OpenAI's protocol has it. */
function signatureIn(extra: unknown): string | undefined {
  const google = isObject(extra) ? extra['google'] : undefined;
  const signature = isObject(google) ? google['thought_signature'] : undefined;
  return typeof signature === 'string' && signature !== '' ? signature : undefined;
}

/** The texts of a content that can have nothing else. */
const textsOf = (content: unknown, at: string): readonly string[] =>
  partsOf(content, at).map(({ text }, index) => {
    if (typeof text !== 'string') throw new UnsupportedRequest(`${at}[${index}]`, 'must be a text');
    return text;
  });

/** Gemini refuses texts without a character. */
function partsOf(content: unknown, at: string): readonly JsonObject[] {
  if (content === null || content === undefined || content === '') return [];
  if (typeof content === 'string') return [{ text: content }];
  if (!Array.isArray(content)) throw new UnsupportedRequest(at, 'must be a text or a list of parts');
  return (content as unknown[]).map((part, index) => partOf(part, `${at}[${index}]`)).filter(({ text }) => text !== '');
}
