import type { ReportedUsage } from '../../usage/usage.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { openAiUsage } from '../../usage/told-usage.ts';
import { END_MARK } from '../../wire/sse.ts';

/**
 * A whole chat completion as the stream that the caller asked for, where the upstream answered without one: a chunk with everything, one with the
 * usage if the caller asked for it, and the end mark. `charged`: what is told where the answer has none; undefined when
 * nobody asked. `answer` is JSON of a completion, as `readOpenAiAnswer` has found.
 */
export function streamOfAnswer(answer: Buffer, charged: ReportedUsage | undefined): Buffer {
  const { choices, usage, ...head } = JSON.parse(answer.toString('utf8')) as JsonObject;
  const chunk = { ...head, object: 'chat.completion.chunk' };
  const given: readonly unknown[] = Array.isArray(choices) ? choices : [];
  const events = [JSON.stringify({ ...chunk, choices: given.map(choiceOfChunk) })];
  if (charged !== undefined) {
    events.push(JSON.stringify({ ...chunk, choices: [], usage: isObject(usage) ? usage : openAiUsage(charged) }));
  }
  return Buffer.from([...events, END_MARK].map((data) => `data: ${data}\n\n`).join(''));
}

function choiceOfChunk(choice: unknown): unknown {
  if (!isObject(choice) || !isObject(choice['message'])) return choice;
  const { message, ...others } = choice;
  const { tool_calls: toolCalls, ...delta } = message as JsonObject;
  const numbered = Array.isArray(toolCalls)
    ? { tool_calls: toolCalls.map((call: unknown, index) => (isObject(call) ? { index, ...call } : call)) }
    : {};
  return { ...others, delta: { ...delta, ...numbered } };
}
