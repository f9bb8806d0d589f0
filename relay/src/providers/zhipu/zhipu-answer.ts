import type { ReadAnswer, Refusal } from '../../modes/answer.ts';
import { isObject, parsedJson } from '../../wire/json.ts';
import { completionOf } from '../completion/completion-answer.ts';
import { CompletionStream } from '../completion/completion-stream.ts';
import { type Said, textOf } from '../completion/said.ts';
import { EventTexts } from '../completion/stream-texts.ts';
import { toldFailure } from '../completion/told-failure.ts';
import { reportedUsage } from '../openai/reported-usage.ts';
import type { Call } from '../provider.ts';
import { zhipuRefusal } from './zhipu-errors.ts';

/** A whole answer as a completion; undefined for anything else. Its text is JSON in a text of JSON. */
export function readZhipuAnswer(bytes: Buffer, call: Call<'chat'>): ReadAnswer | Refusal | undefined {
  const told = parsedJson(bytes.toString('utf8'));
  if (!isObject(told)) return undefined;
  const refusal = zhipuRefusal(told, call.channel);
  const { data } = told;
  if (refusal !== undefined || !isObject(data) || !Array.isArray(data['choices'])) return refusal;
  const { task_id: id, choices, usage } = data;
  const [choice] = choices as readonly unknown[];
  const written = textOf(isObject(choice) ? choice['content'] : '');
  const text = parsedJson(written);
  return completionOf(
    { id, text: typeof text === 'string' ? text : written, finish: 'stop', usage: reportedUsage(usage) },
    call,
  );
}

/** Events have a name, their data is text as it stands, and the last one's member `meta` has the usage. */
export const zhipuStream = (call: Call<'chat'>): CompletionStream =>
  new CompletionStream(call, new EventTexts((event) => event.toString('utf8')), (event) => saidIn(event, call));

function saidIn(event: string, call: Call<'chat'>): Said | Refusal | undefined {
  const lines = event.split(/\r?\n/);
  const text = valuesOf(lines, 'data').join('\n');
  const [id] = trimmed(lines, 'id');
  switch (trimmed(lines, 'event')[0]) {
    case 'add':
      return { id, text };
    case 'finish':
      return { id, text, finish: 'stop', ends: true, usage: usageIn(lines) };
    case 'interrupted':
      return { id, text, finish: 'content_filter', ends: true, usage: usageIn(lines) };
    case 'error':
      return failureIn(text, call);
    default:
      return undefined;
  }
}

function failureIn(text: string, { channel }: Call<'chat'>): Refusal {
  const told = parsedJson(text);
  const refusal = isObject(told) ? zhipuRefusal({ ...told, success: false }, channel) : undefined;
  return refusal ?? toldFailure(500, { message: text }, channel);
}

function usageIn(lines: readonly string[]): Said['usage'] {
  const meta = parsedJson(valuesOf(lines, 'meta').join('\n'));
  return isObject(meta) ? reportedUsage(meta['usage']) : undefined;
}

/** A text may begin with a space, and none is added before it. */
const valuesOf = (lines: readonly string[], field: string): readonly string[] =>
  lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1));

const trimmed = (lines: readonly string[], field: string): readonly string[] =>
  valuesOf(lines, field).map((value) => value.trim());
