import type { ReadAnswer, Refusal } from '../../modes/answer.ts';
import { textsIn } from '../../wire/json-sequence.ts';
import { isObject, type JsonObject, parsedJson } from '../../wire/json.ts';
import { sequenceAsEvents } from '../../wire/sequence-as-events.ts';
import { saidAnswer } from '../completion/completion-answer.ts';
import { saidStream } from '../completion/completion-stream.ts';
import { type Said, textOf, usageIn } from '../completion/said.ts';
import type { OpenAiStream } from '../openai/openai-stream.ts';
import type { Call } from '../provider.ts';
import { xunfeiRefusal } from './xunfei-errors.ts';

/** Of an event that is the last one. */
const LAST = 2;

/** All events of an answer as one completion; undefined where the last one is missing. */
export function readXunfeiAnswer(sequence: Buffer, call: Call<'chat'>): ReadAnswer | Refusal | undefined {
  let whole: Said = {};
  for (const text of textsIn(sequence)) {
    const told = parsedJson(text);
    const said = isObject(told) ? saidIn(told, call) : undefined;
    if (said === undefined) continue;
    if ('error' in said) return said;
    whole = { ...whole, ...said, text: `${whole.text ?? ''}${said.text ?? ''}` };
  }
  return whole.ends === true ? saidAnswer(whole, call) : undefined;
}

/** An answer's last message says so, and nothing follows an error. */
export function isLastMessage(text: string): boolean {
  const told = parsedJson(text);
  const header = isObject(told) ? told['header'] : undefined;
  return isObject(header) && (header['status'] === LAST || (header['code'] ?? 0) !== 0);
}

export const xunfeiStream = (call: Call<'chat'>): OpenAiStream =>
  saidStream(call, (told) => saidIn(told, call), sequenceAsEvents);

function saidIn(told: JsonObject, call: Call<'chat'>): Said | Refusal | undefined {
  const { header, payload } = told;
  const refusal = xunfeiRefusal(told, call.channel);
  if (refusal !== undefined || !isObject(header) || !isObject(payload)) return refusal;
  const { choices, usage } = payload;
  const isLast = header['status'] === LAST;
  return {
    id: header['sid'],
    text: isObject(choices) ? textsOf(choices) : '',
    ...(isLast ? { ends: true, finish: 'stop' } : {}),
    ...(isObject(usage) ? { usage: usageIn(usage['text']) } : {}),
  };
}

const textsOf = ({ text }: JsonObject): string =>
  (Array.isArray(text) ? (text as unknown[]) : []).map((one) => (isObject(one) ? textOf(one['content']) : '')).join('');
