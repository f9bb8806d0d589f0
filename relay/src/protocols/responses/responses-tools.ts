import { nameOfTool } from '../../modes/allowed-tools.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import type { Findings } from '../findings.ts';

/** Tools of a body of Responses as a chat has them, which of them may be called, and whether several at once. */
export function chosenTools(body: JsonObject, findings: Findings): JsonObject {
  const tools = toolsOf(body['tools'], findings);
  const { choice, allowed } = choiceOf(body['tool_choice'], findings);
  const callable = allowed === undefined ? tools : tools.filter((tool) => allowed.has(nameOfTool(tool)));
  if (allowed !== undefined && callable.length === 0 && choice === 'required')
    findings.nativeOnly('tool_choice', 'the choice of tools that are not among those of the request');
  if (callable.length === 0) return {};
  return {
    tools: callable,
    tool_choice: choice,
    parallel_tool_calls: body['parallel_tool_calls'] === false ? false : undefined,
  };
}

/** Names of tools whose input is a text and not JSON: a chat has them as functions of one text. */
export function customToolsIn({ tools }: JsonObject): ReadonlySet<unknown> {
  const list = Array.isArray(tools) ? (tools as unknown[]) : [];
  return new Set(list.filter(isObject).flatMap(({ type, name }) => (type === 'custom' ? [name] : [])));
}

/** The one parameter of such a function. */
export const CUSTOM_PARAMETER = 'input';

function toolsOf(tools: unknown, findings: Findings): readonly JsonObject[] {
  if (tools === undefined || tools === null) return [];
  if (!Array.isArray(tools)) return findings.refuse('tools', 'must be a list of tools') ?? [];
  return (tools as unknown[]).flatMap<JsonObject>((tool, index) => toolOf(tool, `tools[${index}]`, findings) ?? []);
}

function toolOf(tool: unknown, at: string, findings: Findings): JsonObject | undefined {
  if (!isObject(tool)) return findings.refuse(at, 'must be a tool');
  const { type, name } = tool;
  if (type !== 'function' && type !== 'custom') {
    if (typeof type !== 'string') return findings.refuse(`${at}.type`, 'must be the type of the tool');
    findings.nativeOnly(`${at}.type`, `tools of type ${type}`);
    return tool;
  }
  if (typeof name !== 'string' || name === '') return findings.refuse(`${at}.name`, 'must be the name of the tool');
  if (type === 'custom') return { type: 'function', function: customFunction(tool) };
  const { description, parameters, strict } = tool;
  if (!isAbsent(parameters) && !isObject(parameters))
    return findings.refuse(`${at}.parameters`, 'must be a JSON schema of an object');
  return {
    type: 'function',
    function: {
      name,
      ...(isAbsent(description) ? {} : { description }),
      ...(isAbsent(parameters) ? {} : { parameters }),
      ...(strict === true ? { strict } : {}),
    },
  };
}

/** Nothing holds the model to the grammar: it is told of it. */
function customFunction({ name, description, format }: JsonObject): JsonObject {
  const { type, definition, syntax } = isObject(format) ? format : {};
  const grammar =
    type === 'grammar' && typeof definition === 'string'
      ? `The input follows this grammar (${String(syntax)}):\n${definition}`
      : '';
  const told = [typeof description === 'string' ? description : '', grammar].filter((text) => text !== '').join('\n');
  const parameters = {
    type: 'object',
    properties: { [CUSTOM_PARAMETER]: { type: 'string' } },
    required: [CUSTOM_PARAMETER],
  };
  return { name, ...(told === '' ? {} : { description: told }), parameters };
}

const MODES: ReadonlySet<unknown> = new Set(['auto', 'none', 'required']);

type Choice = { readonly choice: unknown; readonly allowed?: ReadonlySet<unknown> };

function choiceOf(choice: unknown, findings: Findings): Choice {
  if (isAbsent(choice)) return { choice: undefined };
  if (MODES.has(choice)) return { choice };
  const { type, name, mode, tools } = isObject(choice) ? choice : {};
  if ((type === 'function' || type === 'custom') && typeof name === 'string' && name !== '')
    return { choice: { type: 'function', function: { name } } };
  if (type === 'allowed_tools' && MODES.has(mode) && Array.isArray(tools))
    return { choice: mode, allowed: new Set((tools as unknown[]).map(nameOfTool)) };
  if (typeof type === 'string' && type !== 'function' && type !== 'custom')
    findings.nativeOnly('tool_choice', `the choice of a tool of type ${type}`);
  else findings.refuse('tool_choice', 'must be auto, none, required, or a tool by its type and name');
  return { choice: undefined };
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;
