import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import type { ChatRequest } from '../../modes/chat-request.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import type { Compatible, MessageRules } from './compatible.ts';

/** The messages as a provider takes them; undefined where they are so already. Throws UnsupportedRequest. */
export function messagesBy(
  { messages: rules, instruction }: Compatible,
  { body, messages }: Pick<ChatRequest, 'body' | 'messages'>,
): readonly JsonObject[] | undefined {
  const told = instruction?.(body);
  const rewritten =
    rules === undefined
      ? messages
      : messages.map((message, index) => rewrittenBy(rules, message, `messages[${index}]`));
  if (told === undefined)
    return rewritten.every((message, index) => message === messages[index]) ? undefined : rewritten;
  return [{ role: 'system', content: told }, ...rewritten];
}

type Role = keyof MessageRules['members'];

/** The message itself where nothing changes. */
function rewrittenBy(rules: MessageRules, message: JsonObject, at: string): JsonObject {
  const role = roleOf(message['role'], at);
  if (isObject(message['function_call']))
    throw new UnsupportedRequest(
      `${at}.function_call`,
      'must be a call in tool_calls, since this channel knows no other',
    );
  const known = rules.members[role];
  const members = Object.entries(message)
    .filter(([name, value]) => name === 'role' || isKnown(rules, known, message, name, value))
    .map(([name, value]) => [name, name === 'role' ? role : valueBy(rules, name, value)] as const);
  const isSame =
    members.length === Object.keys(message).length && members.every(([name, value]) => value === message[name]);
  return isSame ? message : Object.fromEntries(members);
}

function roleOf(role: unknown, at: string): Role {
  if (role === 'developer') return 'system';
  if (role === 'system' || role === 'user' || role === 'assistant' || role === 'tool') return role;
  throw new UnsupportedRequest(`${at}.role`, 'must be system, developer, user, assistant or tool');
}

/** What is null or empty says nothing; only a content may be. */
function isKnown(
  rules: MessageRules,
  known: readonly string[],
  message: JsonObject,
  name: string,
  value: unknown,
): boolean {
  if (!known.includes(name)) return false;
  if (name === 'content') return true;
  if (name === 'reasoning_content' && rules.thoughtsOf?.(message) !== true) return false;
  return value !== null && !(name === 'tool_calls' && Array.isArray(value) && value.length === 0);
}

function valueBy(rules: MessageRules, name: string, value: unknown): unknown {
  if (name === 'content') return contentBy(rules, value);
  if (name === 'tool_call_id') return typeof value === 'string' ? (rules.callId?.(value) ?? value) : value;
  if (name !== 'tool_calls' || !Array.isArray(value)) return value;
  return unlessSame(value as readonly unknown[], (call) => callBy(rules, call));
}

function callBy({ callId }: MessageRules, call: unknown): unknown {
  if (!isObject(call) || typeof call['id'] !== 'string' || callId === undefined) return call;
  const id = callId(call['id']);
  return id === call['id'] ? call : { ...call, id };
}

function contentBy({ picture }: MessageRules, content: unknown): unknown {
  if (!Array.isArray(content) || picture === undefined) return content;
  return unlessSame(content as readonly unknown[], (part) => {
    const image = isObject(part) ? part['image_url'] : undefined;
    if (!isObject(part) || !isObject(image)) return part;
    const taken = picture(image);
    return taken === image ? part : { ...part, image_url: taken };
  });
}

/** The list itself where no entry changes. */
function unlessSame(list: readonly unknown[], change: (entry: unknown) => unknown): readonly unknown[] {
  const changed = list.map(change);
  return changed.every((entry, index) => entry === list[index]) ? list : changed;
}
