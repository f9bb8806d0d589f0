import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { extrasOfOpenAi } from '../../modes/asked.ts';
import type { ChatRequest } from '../../modes/chat-request.ts';
import { isObject } from '../../wire/json.ts';
import { textOfContent } from '../text-content.ts';

type TextTurn = { readonly role: 'user' | 'assistant'; readonly text: string };

/** `system`: all of the system's texts, '' without. `turns`: the user's and the model's by turns; the first and the last one are the user's. */
type TextConversation = { readonly system: string; readonly turns: readonly TextTurn[] };

/** Stands where a turn has no text, or is missing. */
const FILLER = '...';

/**
 * A chat for a provider that takes nothing but texts. Throws UnsupportedRequest, naming the field, for what it cannot be told and for what would make the
 * answer another one than was asked for.
 */
export function textConversationOf(request: ChatRequest): TextConversation {
  refuseBeyondText(request);
  const system: string[] = [];
  const turns: { role: TextTurn['role']; texts: string[] }[] = [];
  const turnOf = (role: TextTurn['role']): string[] => {
    const last = turns.at(-1);
    if (last?.role === role) return last.texts;
    const turn = { role, texts: [] };
    turns.push(turn);
    return turn.texts;
  };
  for (const [index, { role, content, tool_calls: calls }] of request.messages.entries()) {
    const at = `messages[${index}]`;
    const text = textOfContent(content, `${at}.content`);
    if (Array.isArray(calls) && calls.length > 0) throw unserved(`${at}.tool_calls`);
    if (role === 'system' || role === 'developer') system.push(text);
    else if (role === 'user' || role === 'assistant') turnOf(role).push(text);
    else throw new UnsupportedRequest(`${at}.role`, 'must be system, developer, user or assistant with this channel');
  }
  if (turns[0]?.role !== 'user') turns.unshift({ role: 'user', texts: [] });
  if (turns.at(-1)?.role !== 'user') turns.push({ role: 'user', texts: [] });
  return {
    system: joined(system),
    turns: turns.map(({ role, texts }) => ({ role, text: joined(texts) || FILLER })),
  };
}

function refuseBeyondText({ body, choices }: ChatRequest): void {
  if (choices > 1) throw new UnsupportedRequest('n', 'must be 1, since this channel gives one answer');
  const [extra] = extrasOfOpenAi(body);
  if (extra !== undefined) throw unserved(extra.field);
  const { response_format: format } = body;
  if (body['tool_choice'] !== 'none' && isFilled(body['tools'])) throw unserved('tools');
  if (body['function_call'] !== 'none' && isFilled(body['functions'])) throw unserved('functions');
  if (isObject(format) && format['type'] !== 'text') throw unserved('response_format');
}

const isFilled = (list: unknown): boolean => Array.isArray(list) && list.length > 0;

const unserved = (field: string): UnsupportedRequest =>
  new UnsupportedRequest(field, 'cannot be used with this channel, which takes texts alone');

const joined = (texts: readonly string[]): string => texts.filter((text) => text.trim() !== '').join('\n');
