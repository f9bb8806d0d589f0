import type { ReadAnswer, Refusal } from '../../modes/answer.ts';
import { isObject, jsonIn, type JsonObject } from '../../wire/json.ts';
import { saidAnswer } from '../completion/completion-answer.ts';
import { saidStream } from '../completion/completion-stream.ts';
import type { Said } from '../completion/said.ts';
import type { OpenAiStream } from '../openai/openai-stream.ts';
import type { Call } from '../provider.ts';
import { refusalOf } from '../told-refusal.ts';
import { finishReason } from './messages-answer.ts';

/** A completed text as a chat completion; undefined for anything else. Its usage is not told. */
export function readCompleted(bytes: Buffer, call: Call<'chat'>): ReadAnswer | undefined {
  const told = jsonIn(bytes);
  const said = isObject(told) ? saidIn(told) : undefined;
  return said === undefined ? undefined : saidAnswer({ ...said, text: said.text.trimStart() }, call);
}

/** Its events are pieces of such a text; the one with a reason to stop is the last. */
export function completedStream(call: Call<'chat'>): OpenAiStream {
  let hasBegun = false;
  return saidStream(call, (told): Said | Refusal | undefined => {
    if (isObject(told['error'])) return refusalOf(told, call.channel);
    const said = saidIn(told);
    if (said === undefined) return undefined;
    const text = hasBegun ? said.text : said.text.trimStart();
    hasBegun ||= text !== '';
    return { ...said, text };
  });
}

function saidIn({ completion, stop_reason: reason, id, model }: JsonObject): (Said & { text: string }) | undefined {
  if (typeof completion !== 'string') return undefined;
  const ending = typeof reason === 'string' ? { finish: finishReason(reason), ends: true } : {};
  return { id, model, text: completion, ...ending };
}
