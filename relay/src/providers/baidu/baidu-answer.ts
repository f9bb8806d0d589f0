import type { ReadAnswer, Refusal } from '../../modes/answer.ts';
import { isObject, jsonIn, type JsonObject } from '../../wire/json.ts';
import { saidAnswer } from '../completion/completion-answer.ts';
import { saidStream } from '../completion/completion-stream.ts';
import { type Said, textOf, usageIn } from '../completion/said.ts';
import type { OpenAiStream } from '../openai/openai-stream.ts';
import type { Call } from '../provider.ts';
import { baiduRefusal } from './baidu-errors.ts';

/** A whole answer as a completion; undefined for anything else. */
export function readBaiduAnswer(bytes: Buffer, call: Call<'chat'>): ReadAnswer | Refusal | undefined {
  const told = jsonIn(bytes);
  if (!isObject(told)) return undefined;
  const refusal = baiduRefusal(told, call.channel);
  if (refusal !== undefined) return refusal;
  return typeof told['result'] === 'string' ? saidAnswer(saidIn(told), call) : undefined;
}

/** Its events have a piece of the answer each, the last one says so. */
export const baiduStream = (call: Call<'chat'>): OpenAiStream =>
  saidStream(call, (told) => {
    const refusal = baiduRefusal(told, call.channel);
    if (refusal !== undefined || typeof told['result'] !== 'string') return refusal;
    const isEnd = told['is_end'] === true;
    const { finish, ...said } = saidIn(told);
    return { ...said, ends: isEnd, finish: isEnd ? finish : undefined };
  });

const FINISH_REASONS: ReadonlyMap<unknown, string> = new Map([
  ['normal', 'stop'],
  ['stop', 'stop'],
  ['length', 'length'],
  ['content_filter', 'content_filter'],
  ['function_call', 'tool_calls'],
]);

function saidIn(told: JsonObject): Said {
  const { id, result, usage, is_truncated: isTruncated, finish_reason: reason } = told;
  return {
    id,
    text: textOf(result),
    finish: isTruncated === true ? 'length' : (FINISH_REASONS.get(reason) ?? 'stop'),
    usage: usageIn(usage),
  };
}
