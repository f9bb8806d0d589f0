import type { Extra } from '@ledgate/domain/pricing/reckon';
import { isObject, type JsonObject } from '../wire/json.ts';
import { type Asked, type AskedExtra, askedOfOpenAi, extraOfTool, type Measured } from './asked.ts';

/** Tools of OpenAI's Responses that the caller runs: the model is told of them, and nothing else happens at the provider. */
const RUN_BY_CALLER = /^(?:function|custom|namespace|computer(?:_use_preview)?|local_shell|apply_patch)$/;
/** Of those that the provider runs: at no price beside their tokens. */
const FREE = /^(?:mcp|tool_search)$/;
/** A version of a tool costs what the tool does. */
const VERSION = /_\d{4}_\d\d_\d\d$/;
/** Calls of tools that a provider makes at most where nobody says, before it answers. */
const CALLS_UNSTATED = 10;

const toolsIn = ({ tools }: JsonObject): readonly unknown[] => (Array.isArray(tools) ? (tools as unknown[]) : []);

const typeOf = (tool: unknown): string => {
  const type = isObject(tool) ? tool['type'] : undefined;
  return typeof type === 'string' ? type : 'function';
};

/** The caller runs it: a shell does where its environment is his own. */
function isRunByCaller(tool: unknown): boolean {
  const type = typeOf(tool);
  if (RUN_BY_CALLER.test(type)) return true;
  const { environment } = isObject(tool) ? tool : {};
  return type === 'shell' && isObject(environment) && environment['type'] === 'local';
}

/** Whether the provider runs tools of the request itself: then the model reads its prompt again, with what they brought. */
export const runsTools = (body: JsonObject): boolean => !toolsIn(body).every(isRunByCaller);

/** How many of these calls a response may have. */
export function toolCallsMax({ max_tool_calls: most }: JsonObject): number {
  return Number.isSafeInteger(most) && (most as number) > 0 ? (most as number) : CALLS_UNSTATED;
}

/** Tools of a body of Responses for which the provider takes more than their tokens (docs/behaviour.md#what-multiplies-a-price). */
export function extrasOfResponses(body: JsonObject): readonly AskedExtra[] {
  return toolsIn(body).flatMap((tool, index) => {
    const type = typeOf(tool);
    if (isRunByCaller(tool) || FREE.test(type)) return [];
    return [{ field: `tools[${index}].type`, extra: extraOfTool(type) }];
  });
}

/** Of a body of Responses, whose answers name each call of a tool. */
export function askedOfResponses(body: JsonObject, model: string): Asked {
  const { tools: _, ...others } = body;
  const asked = askedOfOpenAi(others, model);
  const extras = new Set<Extra | undefined>(extrasOfResponses(body).map(({ extra }) => extra));
  if (extras.size === 0) return asked;
  const most = toolCallsMax(body);
  const measuredMax: Measured = {
    ...asked.measuredMax,
    ...(extras.has('search') ? { searches: most } : {}),
    ...(extras.has('fileSearch') ? { fileSearches: most } : {}),
    ...(extras.has('codeSession') ? { codeSessions: 1 } : {}),
  };
  const searching = toolsIn(body)
    .map(typeOf)
    .find((type) => extraOfTool(type) === 'search');
  return { ...asked, measuredMax, searchTool: searching?.replace(VERSION, '') ?? asked.searchTool };
}

/**
 * What a provider bills of the items of an answer beside tokens; undefined for nothing. A search that failed is none; a container is one whatever became of
 * the code in it.
 */
export function measuredIn(output: readonly unknown[]): Measured | undefined {
  let searches = 0;
  let fileSearches = 0;
  const containers = new Set<unknown>();
  for (const item of output) {
    if (!isObject(item)) continue;
    const { type, status, action, container_id: container } = item;
    if (type === 'code_interpreter_call') containers.add(container);
    if (status === 'failed') continue;
    // Pages that it opens or looks through are no searches.
    if (type === 'web_search_call') searches += !isObject(action) || (action['type'] ?? 'search') === 'search' ? 1 : 0;
    else if (type === 'file_search_call') fileSearches += 1;
  }
  const measured = {
    ...(searches > 0 ? { searches } : {}),
    ...(fileSearches > 0 ? { fileSearches } : {}),
    ...(containers.size > 0 ? { codeSessions: containers.size } : {}),
  };
  return Object.keys(measured).length === 0 ? undefined : measured;
}
