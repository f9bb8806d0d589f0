import type { ReadAnswer, Refusal } from '../../modes/answer.ts';
import { isObject, jsonIn, type JsonObject } from '../../wire/json.ts';
import { saidAnswer } from '../completion/completion-answer.ts';
import { saidStream } from '../completion/completion-stream.ts';
import { type Said, type SaidCall, textOf } from '../completion/said.ts';
import type { OpenAiStream } from '../openai/openai-stream.ts';
import type { Call } from '../provider.ts';
import { usageOf } from '../told-completion.ts';
import { tencentRefusal } from './tencent-errors.ts';

/** A whole answer as a completion; undefined for anything else. */
export function readTencentAnswer(bytes: Buffer, call: Call<'chat'>): ReadAnswer | Refusal | undefined {
  const told = jsonIn(bytes);
  const response = isObject(told) ? told['Response'] : undefined;
  if (!isObject(response)) return undefined;
  const refusal = tencentRefusal(response, call.channel);
  if (refusal !== undefined) return refusal;
  return Array.isArray(response['Choices']) ? saidAnswer(saidIn(response, 'Message'), call) : undefined;
}

/** Its events are what a whole answer has in `Response`; the last one gives the reason, and an end mark may follow. */
export const tencentStream = (call: Call<'chat'>): OpenAiStream =>
  saidStream(call, (told) => {
    // What was refused before it began comes as a whole answer does.
    const response = isObject(told['Response']) ? told['Response'] : told;
    const refusal = tencentRefusal(response, call.channel);
    return refusal ?? (Array.isArray(response['Choices']) ? saidIn(response, 'Delta') : undefined);
  });

const FINISH_REASONS: ReadonlyMap<unknown, string> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'tool_calls'],
  ['sensitive', 'content_filter'],
]);

function saidIn(told: JsonObject, member: 'Message' | 'Delta'): Said {
  const [choice] = told['Choices'] as readonly unknown[];
  const { FinishReason: reason, [member]: message } = isObject(choice) ? choice : {};
  const { Content: text, ReasoningContent: reasoning, ToolCalls: calls } = isObject(message) ? message : {};
  return {
    id: told['Id'],
    text: textOf(text),
    reasoning: textOf(reasoning),
    calls: Array.isArray(calls) ? (calls as unknown[]).flatMap(callOf) : [],
    finish: textOf(reason) === '' ? undefined : (FINISH_REASONS.get(reason) ?? 'stop'),
    usage: usageIn(told['Usage']),
  };
}

function callOf(call: unknown, position: number): readonly SaidCall[] {
  const called = isObject(call) ? call['Function'] : undefined;
  if (!isObject(call) || !isObject(called)) return [];
  const { Name: name, Arguments: json } = called;
  const { Index: index, Id: id } = call;
  // Only the first piece of a call has its name.
  const isFirst = textOf(name) !== '';
  return [
    {
      index: Number.isSafeInteger(index) ? (index as number) : position,
      ...(isFirst ? { id, name } : {}),
      arguments: textOf(json),
    },
  ];
}

const usageIn = (usage: unknown): JsonObject | undefined =>
  isObject(usage) ? usageOf(usage['PromptTokens'], usage['CompletionTokens']) : undefined;
