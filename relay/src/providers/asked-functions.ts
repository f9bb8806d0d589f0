import { UnsupportedRequest } from '../errors/unsupported-request.ts';
import { type AllowedTools, allowedTools, nameOfTool } from '../modes/allowed-tools.ts';
import { isObject, type JsonObject } from '../wire/json.ts';

/** A function that the caller runs; `parameters` is its JSON schema, where it has one. */
export type AskedFunction = {
  readonly name: string;
  readonly description: string | undefined;
  readonly parameters: JsonObject | undefined;
};

/**
 * The functions among the tools of a chat that may be called, in both of OpenAI's ways to name them: those that it does not allow are left out, which is the
 * same to the model. Throws UnsupportedRequest for tools of other types.
 */
export function askedFunctions(body: JsonObject): readonly AskedFunction[] {
  const isAllowed = allowedIn(body)?.isAllowed ?? (() => true);
  return [
    ...listOf(body['tools']).flatMap((tool, index) => {
      if (!isAllowed(tool)) return [];
      if (isObject(tool) && isObject(tool['function'])) return functionOf(tool['function'], `tools[${index}].function`);
      throw new UnsupportedRequest(`tools[${index}]`, 'must be a function; this channel has no other tools');
    }),
    ...listOf(body['functions']).flatMap((called, index) =>
      isAllowed(called) ? functionOf(called, `functions[${index}]`) : [],
    ),
  ];
}

/** The tools of a chat that may be called, as they are: the list itself where that is all of them. Throws UnsupportedRequest. */
export function callableTools(body: JsonObject): readonly unknown[] {
  const allowed = allowedIn(body);
  const tools = listOf(body['tools']);
  return allowed === undefined ? tools : tools.filter(allowed.isAllowed);
}

/** How a chat chooses among those: `auto` or `required` where it names what it allows, else what it says. Throws UnsupportedRequest. */
export const choiceAmongCallable = (body: JsonObject): unknown => allowedIn(body)?.choice ?? body['tool_choice'];

/** Of a choice that is no word for any or none: the one function that is to be called. Throws UnsupportedRequest. */
export function nameOfChosen(chosen: unknown): string {
  const called = isObject(chosen) && isObject(chosen['function']) ? chosen['function'] : chosen;
  if (isObject(called) && typeof called['name'] === 'string') return called['name'];
  throw new UnsupportedRequest(
    'tool_choice',
    'must be auto, none, required, a function by its name or some of the tools',
  );
}

function allowedIn(body: JsonObject): AllowedTools | undefined {
  const allowed = allowedTools(body);
  if (allowed === undefined) return undefined;
  const known = new Set([...listOf(body['tools']), ...listOf(body['functions'])].map(nameOfTool));
  if (allowed.names.size === 0 || [...allowed.names].some((name) => !known.has(name)))
    throw new UnsupportedRequest('tool_choice', 'must allow some tools of the request, and no others');
  return allowed;
}

function functionOf(called: unknown, at: string): AskedFunction {
  if (!isObject(called) || typeof called['name'] !== 'string')
    throw new UnsupportedRequest(at, 'must be a function with a name');
  const { name, description, parameters } = called;
  return {
    name,
    description: typeof description === 'string' && description !== '' ? description : undefined,
    parameters: isObject(parameters) ? parameters : undefined,
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
