import { isObject, jsonIn, type JsonObject } from '../../wire/json.ts';
import type { ReadAnswer } from '../../modes/answer.ts';
import { factsOf, producedIn } from './message-memory.ts';
import { openAiUsage } from '../../usage/told-usage.ts';
import { usageOfMessage } from './messages-usage.ts';

/** A message as it came; undefined for anything else. */
export function readMessage(bytes: Buffer): ReadAnswer | undefined {
  const message = messageIn(bytes);
  if (message === undefined) return undefined;
  const { content } = message;
  return {
    body: bytes,
    usage: usageOfMessage(message['usage']),
    produced: () => producedIn(content),
    facts: factsOf(message),
  };
}

/** A message as a chat completion; undefined for anything else. `createdS`: seconds since 1970, which Anthropic does not tell. */
export function readMessageAsCompletion(bytes: Buffer, createdS: number): ReadAnswer | undefined {
  const message = messageIn(bytes);
  if (message === undefined) return undefined;
  const { content } = message;
  const usage = usageOfMessage(message['usage']);
  const completion = {
    id: message['id'],
    object: 'chat.completion',
    created: createdS,
    model: message['model'],
    choices: [
      {
        index: 0,
        message: answerOf(content),
        logprobs: null,
        finish_reason: finishReason(message['stop_reason']),
      },
    ],
    usage: usage === undefined ? undefined : openAiUsage(usage),
  };
  return {
    body: Buffer.from(JSON.stringify(completion)),
    usage,
    produced: () => producedIn(content),
    facts: factsOf(message),
  };
}

const FINISH_REASONS: ReadonlyMap<unknown, string> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['pause_turn', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
]);

export const finishReason = (stopReason: unknown): string => FINISH_REASONS.get(stopReason) ?? 'stop';

type Message = JsonObject & { readonly content: readonly unknown[] };

function messageIn(bytes: Buffer): Message | undefined {
  const message = jsonIn(bytes);
  return isObject(message) && Array.isArray(message['content']) ? (message as Message) : undefined;
}

function answerOf(content: readonly unknown[]): JsonObject {
  const blocks = content.filter(isObject);
  const texts = blocks.filter(({ type }) => type === 'text').map(({ text }) => textOf(text));
  const thoughts = blocks.filter(({ type }) => type === 'thinking').map(({ thinking }) => textOf(thinking));
  const calls = blocks
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name, input }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input ?? {}) },
    }));
  return {
    role: 'assistant',
    content: texts.length === 0 && calls.length > 0 ? null : texts.join(''),
    ...(thoughts.length === 0 ? {} : { reasoning_content: thoughts.join('') }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

const textOf = (text: unknown): string => (typeof text === 'string' ? text : '');
