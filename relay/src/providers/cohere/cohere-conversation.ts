import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { CallArguments } from '../call-arguments.ts';
import { textOfContent } from '../text-content.ts';

/** A conversation as Cohere has it: what is said last, what went before, and results of the tools that were just called. */
type Conversation = {
  readonly message: string;
  readonly history: readonly JsonObject[];
  readonly results: readonly JsonObject[] | undefined;
};

/** Stands where Cohere demands a text and the caller has none. */
const FILLER = '...';

/** OpenAI's messages as such a conversation. Throws UnsupportedRequest, naming the field, for what Cohere cannot be told. */
export function conversationOf(messages: readonly JsonObject[]): Conversation {
  const gathered = new Gathering();
  for (const [index, message] of messages.entries()) gathered.add(message, `messages[${index}]`);
  return gathered.conversation();
}

type ToolCall = { readonly name: string; readonly parameters: JsonObject };
/** `at`: the field that it was made of. */
type Turn =
  | { readonly role: 'SYSTEM' | 'USER'; readonly message: string; readonly at: string }
  | { readonly role: 'CHATBOT'; readonly message: string; readonly calls: readonly ToolCall[]; readonly at: string }
  | { readonly role: 'TOOL'; readonly results: JsonObject[]; readonly at: string };

class Gathering {
  readonly #turns: Turn[] = [];
  readonly #calls = new Map<unknown, ToolCall>();
  readonly #arguments = new CallArguments();
  /** Of the last legacy function_call, whose answer has only a name. */
  #functionCall: ToolCall | undefined;

  add(message: JsonObject, at: string): void {
    const { role, content } = message;
    if (role === 'assistant') {
      this.#addAnswer(message, at);
      return;
    }
    const text = textOfContent(content, `${at}.content`);
    if (role === 'system' || role === 'developer') {
      if (text.trim() !== '') this.#turns.push({ role: 'SYSTEM', message: text, at });
    } else if (role === 'user') this.#turns.push({ role: 'USER', message: text.trim() === '' ? FILLER : text, at });
    else if (role === 'tool') {
      const call = this.#calls.get(message['tool_call_id']);
      if (call === undefined) throw new UnsupportedRequest(`${at}.tool_call_id`, 'must be the id of a call before it');
      this.#addResult(call, text, at);
    } else if (role === 'function') {
      if (this.#functionCall === undefined) throw new UnsupportedRequest(at, 'must follow a function_call');
      this.#addResult(this.#functionCall, text, at);
    } else throw new UnsupportedRequest(`${at}.role`, 'must be system, developer, user, assistant or tool');
  }

  /** What the system says last belongs to what went before, since it is no message. */
  conversation(): Conversation {
    const at = this.#turns.findLastIndex(({ role }) => role !== 'SYSTEM');
    const last = this.#turns[at];
    const history = this.#turns.filter((turn) => turn !== last).map(historyOf);
    if (last === undefined) return { message: FILLER, history, results: undefined };
    if (last.role === 'CHATBOT')
      throw new UnsupportedRequest(
        last.at,
        'must not be an answer where it is the last, since Cohere cannot go on with one',
      );
    if (last.role === 'TOOL') return { message: '', history, results: last.results };
    return { message: last.message, history, results: undefined };
  }

  #addAnswer(message: JsonObject, at: string): void {
    const { content, refusal, tool_calls: listed, function_call: legacy } = message;
    const texts = [textOfContent(content, `${at}.content`), typeof refusal === 'string' ? refusal : ''];
    const calls: ToolCall[] = [];
    for (const [index, call] of (Array.isArray(listed) ? (listed as readonly unknown[]) : []).entries()) {
      const made = this.#callOf(
        isObject(call) ? call['function'] : undefined,
        `${at}.tool_calls[${index}]`,
        'function.',
      );
      if (isObject(call)) this.#calls.set(call['id'], made);
      calls.push(made);
    }
    if (isObject(legacy)) {
      this.#functionCall = this.#callOf(legacy, `${at}.function_call`, '');
      calls.push(this.#functionCall);
    }
    const text = texts.filter((one) => one !== '').join('\n');
    if (text !== '' || calls.length > 0) this.#turns.push({ role: 'CHATBOT', message: text, calls, at });
  }

  #callOf(called: unknown, at: string, below: string): ToolCall {
    if (!isObject(called) || typeof called['name'] !== 'string')
      throw new UnsupportedRequest(at, 'must be the call of a function with a name');
    const parameters = this.#arguments.of(called['arguments'], `${at}.${below}arguments`);
    return { name: called['name'], parameters };
  }

  #addResult(call: ToolCall, text: string, at: string): void {
    const result = { call, outputs: [{ text }] };
    const last = this.#turns.at(-1);
    if (last?.role === 'TOOL') last.results.push(result);
    else this.#turns.push({ role: 'TOOL', results: [result], at });
  }
}

function historyOf(turn: Turn): JsonObject {
  if (turn.role === 'TOOL') return { role: 'TOOL', tool_results: turn.results };
  const { role, message } = turn;
  return turn.role === 'CHATBOT' && turn.calls.length > 0
    ? { role, message, tool_calls: turn.calls }
    : { role, message };
}
