import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { changed } from '../../wire/json-splice.ts';
import { extrasOfOpenAi } from '../../modes/asked.ts';
import { isObject } from '../../wire/json.ts';
import { type MemberChanges, openAiChanges } from '../openai/request-rewriting.ts';
import type { Call } from '../provider.ts';
import type { Compatible } from './compatible.ts';
import { messagesBy } from './compatible-messages.ts';

/** Members without which the answer would be another one than was asked for: they cannot stay behind. */
const DECISIVE: ReadonlyMap<string, (value: unknown) => boolean> = new Map<string, (value: unknown) => boolean>([
  ['n', (value) => typeof value === 'number' && value > 1],
  ['functions', (value) => Array.isArray(value) && value.length > 0],
  ['function_call', isObject],
]);

/** Writes the bytes for a provider by its row: the caller's own where nothing has to change. The writer throws UnsupportedRequest. */
export function compatibleBody(row: Compatible): (call: Call<'chat'>) => Buffer {
  const membersBy = membersWriter(row);
  return (call) => {
    const { request } = call;
    const changes = openAiChanges(call);
    membersBy(call, changes);
    const messages = messagesBy(row, request);
    if (messages !== undefined) changes.set('messages', JSON.stringify(messages));
    return changes.size === 0 ? request.bytes : changed(request.bytes, request.members, changes);
  };
}

/** Brings members to the provider's names and values. */
function membersWriter(row: Compatible): (call: Call<'chat'>, changes: MemberChanges) => void {
  const known = row.members === undefined ? undefined : new Set(['model', 'messages', 'stream', ...row.members]);
  const [renames, values] = [new Map(Object.entries(row.renames ?? {})), new Map(Object.entries(row.values ?? {}))];
  return (call, changes) => {
    const asked = askedWith(call, changes);
    const taken = new Map<string, unknown>();
    for (const [name, value] of asked) {
      const own = renames.get(name) ?? name;
      if (known !== undefined && (value === null || !known.has(own))) {
        if (DECISIVE.get(name)?.(value) === true || isDear(name, call))
          throw new UnsupportedRequest(name, 'cannot be used with this channel');
        continue;
      }
      // Who says it by both names means the provider's.
      if (own !== name && (value === null || (asked.get(own) ?? null) !== null)) continue;
      const rule = values.get(own);
      const set = rule === undefined ? value : rule(value, call);
      if (set !== undefined) taken.set(own, set);
    }
    for (const name of asked.keys()) if (!taken.has(name)) changes.set(name, null);
    for (const [name, value] of taken) if (value !== asked.get(name)) changes.set(name, JSON.stringify(value));
  };
}

/** It asks for what costs more, and would be charged for. */
const isDear = (name: string, { request }: Call<'chat'>): boolean =>
  extrasOfOpenAi(request.body).some(({ field }) => field === name);

/** What goes up by OpenAI's own rules. */
function askedWith({ request }: Call<'chat'>, changes: MemberChanges): ReadonlyMap<string, unknown> {
  const asked = new Map<string, unknown>(Object.entries(request.body));
  for (const [name, text] of changes) {
    if (text === null) asked.delete(name);
    else if (name !== 'messages') asked.set(name, JSON.parse(text));
  }
  return asked;
}
