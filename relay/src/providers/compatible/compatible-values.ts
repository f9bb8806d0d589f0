import { createHash } from 'node:crypto';
import { maxOutputOf } from '@ledgate/domain/pricing/reckon';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { callableTools, choiceAmongCallable } from '../asked-functions.ts';
import type { Call } from '../provider.ts';

// Values as some providers take them, for their rows. What is no number, list and so on is left for them to refuse.

type Value = (value: unknown, call: Call<'chat'>) => unknown;

export const within =
  (low: number, high: number): Value =>
  (value) =>
    typeof value === 'number' ? Math.min(high, Math.max(low, value)) : value;

/** Callers of all providers state more than one may write: at most what the model is known to write. */
export const atMostItsOutput: Value = (value, { priced }) => {
  const most = priced === undefined ? undefined : maxOutputOf(priced);
  return typeof value === 'number' && most !== undefined ? Math.min(most, value) : value;
};

/** One text that ends the answer, as a list. */
export const oneStop: Value = (value) => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value) && value.length > 1)
    throw new UnsupportedRequest('stop', 'must be one text, since this channel takes no more');
  return Array.isArray(value) && value.length === 0 ? undefined : value;
};

/** Tools that the caller runs, and allows to be called; of the provider's own only those whose type is named. An empty list is none. */
export const toolsOf =
  (...types: readonly string[]): Value =>
  (value, { request }) => {
    if (!Array.isArray(value)) return value;
    const tools = callableTools(request.body);
    const callable = new Set(tools);
    for (const [index, tool] of (value as readonly unknown[]).entries()) {
      if (!callable.has(tool)) continue;
      const type = isObject(tool) ? tool['type'] : undefined;
      if (type !== 'function' && !(typeof type === 'string' && types.includes(type)))
        throw new UnsupportedRequest(`tools[${index}]`, 'must be a function; this channel has no other tools');
    }
    return tools.length === 0 ? undefined : tools;
  };

/** Without tools there is nothing to choose. */
export const choiceAmongTools: Value = (_value, { request: { body } }) =>
  hasTools(body) ? choiceAmongCallable(body) : undefined;

const hasTools = ({ tools }: JsonObject): boolean => Array.isArray(tools) && tools.length > 0;

/** A provider whose model always chooses: to forbid its tools is to leave them out. */
export const unlessForbidden =
  (tools: Value): Value =>
  (value, call) =>
    call.request.body['tool_choice'] === 'none' ? undefined : tools(value, call);

export const automaticChoice: Value = (value, { request: { body } }) => {
  if (value === 'none' || !hasTools(body)) return undefined;
  const choice = choiceAmongCallable(body);
  if (choice !== 'auto') throw new UnsupportedRequest('tool_choice', 'must be auto or none with this channel');
  return choice;
};

/** Only some JSON can be demanded; of what schema is said in words (`schemaInstruction`). */
export const jsonWithoutSchema: Value = (value) =>
  isObject(value) && value['type'] === 'json_schema' ? { type: 'json_object' } : value;

export function schemaInstruction({ response_format: format }: JsonObject): string | undefined {
  const asked = isObject(format) && format['type'] === 'json_schema' ? format['json_schema'] : undefined;
  return isObject(asked) && isObject(asked['schema'])
    ? `Answer with JSON of this schema and nothing else: ${JSON.stringify(asked['schema'])}`
    : undefined;
}

const CALL_ID_CHARACTERS = 9;
const CALL_ID = /^[a-zA-Z0-9]{9}$/;

/** Ids of calls that have nine letters and digits stay; of any other come always the same nine. */
export const nineCharacters = (id: string): string =>
  CALL_ID.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, CALL_ID_CHARACTERS);

/** A name of a user, where it has as many characters as it must have; else none is said. */
export const nameWithin =
  (least: number, most: number): Value =>
  (value) =>
    typeof value === 'string' && value.length >= least && value.length <= most ? value : undefined;

const DATA_PREFIX = /^data:[^,]*;base64,/;

/** A picture by its address or by its base64 alone. */
export const withoutDataPrefix = (image: JsonObject): JsonObject => {
  const { url } = image;
  return typeof url === 'string' && DATA_PREFIX.test(url) ? { url: url.replace(DATA_PREFIX, '') } : image;
};
