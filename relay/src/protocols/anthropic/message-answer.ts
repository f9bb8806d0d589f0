import { randomUUID } from 'node:crypto';
import { anthropicUsage } from '../../usage/told-usage.ts';
import type { ReportedUsage } from '../../usage/usage.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { argumentsIn, nameOf, textIn, textOf, thoughtIn } from '../completion-parts.ts';

/**
 * A chat completion as a message. `charged` is what the caller pays for, which is the provider's usage where it gave one; `model` stands where the
 * completion names none.
 */
export function messageOf(completion: JsonObject, charged: ReportedUsage, model: string): JsonObject {
  const [choice] = Array.isArray(completion['choices']) ? (completion['choices'] as unknown[]) : [];
  const { message, finish_reason: finish } = isObject(choice) ? choice : {};
  const id = idOf(completion['id']);
  const content = contentOf(isObject(message) ? message : {}, id);
  return {
    id,
    type: 'message',
    role: 'assistant',
    model: nameOf(completion['model'], model),
    content,
    stop_reason: stopReason(
      finish,
      content.some(({ type }) => type === 'tool_use'),
    ),
    stop_sequence: null,
    usage: anthropicUsage(charged),
  };
}

export const idOf = (id: unknown): string => (typeof id === 'string' && id !== '' ? id : `msg_${randomUUID()}`);

const STOP_REASONS: ReadonlyMap<unknown, string> = new Map([
  ['length', 'max_tokens'],
  ['content_filter', 'refusal'],
]);

/** Some servers say `stop` also where tools are to be called. */
export const stopReason = (finish: unknown, hasCalls: boolean): string =>
  STOP_REASONS.get(finish) ?? (hasCalls ? 'tool_use' : 'end_turn');

/** Anthropic's ids have letters, digits, _ and - alone. `messageId` and `index` make one where the upstream gave none. */
export function callIdOf(id: unknown, messageId: string, index: number): string {
  const given = typeof id === 'string' && id !== '' ? id : `toolu_${messageId}_${index}`;
  return given.replaceAll(/[^a-zA-Z0-9_-]/g, '_');
}

function contentOf(message: JsonObject, id: string): readonly JsonObject[] {
  const thought = thoughtIn(message);
  const text = textIn(message);
  const { tool_calls: calls, function_call: legacy } = message;
  const called = [
    ...(Array.isArray(calls) ? (calls as unknown[]) : []),
    ...(isObject(legacy) ? [{ function: legacy }] : []),
  ];
  return [
    ...(thought === '' ? [] : [{ type: 'thinking', thinking: thought, signature: '' }]),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...called.filter(isObject).map((call, index) => toolUse(call, id, index)),
  ];
}

function toolUse(call: JsonObject, messageId: string, index: number): JsonObject {
  const { name, arguments: written } = isObject(call['function']) ? call['function'] : {};
  return {
    type: 'tool_use',
    id: callIdOf(call['id'], messageId, index),
    name: textOf(name),
    input: argumentsIn(written),
  };
}
