import { isObject, type JsonObject } from '../wire/json.ts';

/** Some tools of a chat, of which the model may call any (`auto`) or must (`required`). */
export type AllowedTools = {
  readonly choice: 'auto' | 'required';
  readonly isAllowed: (tool: unknown) => boolean;
  readonly names: ReadonlySet<unknown>;
};

/**
 * What a chat allows of its tools by a `tool_choice` of type allowed_tools, as OpenAI's chats or its Responses spell that; undefined where it says nothing
 * of the kind, or not well.
 */
export function allowedTools({ tool_choice: chosen }: JsonObject): AllowedTools | undefined {
  if (!isObject(chosen) || chosen['type'] !== 'allowed_tools') return undefined;
  const { mode, tools } = isObject(chosen['allowed_tools']) ? chosen['allowed_tools'] : chosen;
  if ((mode !== 'auto' && mode !== 'required') || !Array.isArray(tools)) return undefined;
  const names = new Set((tools as unknown[]).map(nameOfTool));
  return { choice: mode, isAllowed: (tool) => names.has(nameOfTool(tool)), names };
}

/** A tool of the provider's has no name but its type. */
export function nameOfTool(tool: unknown): unknown {
  if (!isObject(tool)) return undefined;
  const { function: called, custom, name, type } = tool;
  return (isObject(called) ? called['name'] : isObject(custom) ? custom['name'] : name) ?? type;
}
