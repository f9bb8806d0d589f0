import { UnsupportedRequest } from '../errors/unsupported-request.ts';
import { isObject, type JsonObject } from '../wire/json.ts';

/** A function that the caller runs; `parameters` is its JSON schema, where it has one. */
export type AskedFunction = {
  readonly name: string;
  readonly description: string | undefined;
  readonly parameters: JsonObject | undefined;
};

/** The functions among the tools of a chat, in both of OpenAI's ways to name them. Throws UnsupportedRequest for tools of other types. */
export function askedFunctions({ tools, functions }: JsonObject): readonly AskedFunction[] {
  return [
    ...listOf(tools).map((tool, index) => {
      if (isObject(tool) && isObject(tool['function'])) return functionOf(tool['function'], `tools[${index}].function`);
      throw new UnsupportedRequest(`tools[${index}]`, 'must be a function; this channel has no other tools');
    }),
    ...listOf(functions).map((called, index) => functionOf(called, `functions[${index}]`)),
  ];
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
