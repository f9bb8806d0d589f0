import type { ReadAnswer, Refusal } from '../../modes/answer.ts';
import { textsIn } from '../../wire/json-sequence.ts';
import { isObject, type JsonObject, parsedJson } from '../../wire/json.ts';
import { completionOf } from '../completion/completion-answer.ts';
import { CompletionStream } from '../completion/completion-stream.ts';
import { type Said, textOf } from '../completion/said.ts';
import { sequenceTexts } from '../completion/stream-texts.ts';
import { reportedUsage } from '../openai/reported-usage.ts';
import type { Call } from '../provider.ts';
import { xunfeiRefusal } from './xunfei-errors.ts';

/** Of an event that is the last one. */
const LAST = 2;

/** All events of an answer as one completion; undefined where the last one is missing. */
export function readXunfeiAnswer(sequence: Buffer, call: Call<'chat'>): ReadAnswer | Refusal | undefined {
  let whole: Said = {};
  for (const text of textsIn(sequence)) {
    const said = saidIn(text, call);
    if (said === undefined) continue;
    if ('error' in said) return said;
    whole = { ...whole, ...said, text: `${whole.text ?? ''}${said.text ?? ''}` };
  }
  return whole.ends === true ? completionOf(whole, call) : undefined;
}

export const xunfeiStream = (call: Call<'chat'>): CompletionStream =>
  new CompletionStream(call, sequenceTexts, (text) => saidIn(text, call));

function saidIn(text: string, call: Call<'chat'>): Said | Refusal | undefined {
  const told = parsedJson(text);
  if (!isObject(told)) return undefined;
  const { header, payload } = told;
  const refusal = xunfeiRefusal(told, call.channel);
  if (refusal !== undefined || !isObject(header) || !isObject(payload)) return refusal;
  const { choices, usage } = payload;
  const isLast = header['status'] === LAST;
  return {
    id: header['sid'],
    text: isObject(choices) ? textsOf(choices) : '',
    ...(isLast ? { ends: true, finish: 'stop' } : {}),
    ...(isObject(usage) ? { usage: reportedUsage(usage['text']) } : {}),
  };
}

const textsOf = ({ text }: JsonObject): string =>
  (Array.isArray(text) ? (text as unknown[]) : []).map((one) => (isObject(one) ? textOf(one['content']) : '')).join('');
