import type { ReadAnswer, Refusal } from '../../modes/answer.ts';
import { isObject, jsonIn, type JsonObject, parsedJson } from '../../wire/json.ts';
import { eventsIn } from '../../wire/sse.ts';
import { WholeEvents } from '../../wire/whole-events.ts';
import { saidAnswer } from '../completion/completion-answer.ts';
import { saidStream } from '../completion/completion-stream.ts';
import { type Said, textOf, usageIn } from '../completion/said.ts';
import { toldFailure } from '../completion/told-failure.ts';
import type { Cutter, OpenAiStream } from '../openai/openai-stream.ts';
import type { Call } from '../provider.ts';
import { zhipuRefusal } from './zhipu-errors.ts';

/** A whole answer as a completion; undefined for anything else. Its text is JSON in a text of JSON. */
export function readZhipuAnswer(bytes: Buffer, call: Call<'chat'>): ReadAnswer | Refusal | undefined {
  const told = jsonIn(bytes);
  if (!isObject(told)) return undefined;
  const refusal = zhipuRefusal(told, call.channel);
  const { data } = told;
  if (refusal !== undefined || !isObject(data) || !Array.isArray(data['choices'])) return refusal;
  const { task_id: id, choices, usage } = data;
  const [choice] = choices as readonly unknown[];
  const written = textOf(isObject(choice) ? choice['content'] : '');
  const text = parsedJson(written);
  return saidAnswer({ id, text: typeof text === 'string' ? text : written, usage: usageIn(usage) }, call);
}

/** Events have a name, their data is text as it stands, and the last one's member `meta` has the usage. */
export const zhipuStream = (call: Call<'chat'>): OpenAiStream =>
  saidStream(call, (event) => saidIn(event, call), new FieldsAsJson());

/** Cuts bytes into whole events, and gives each as one that has its fields as JSON for its data. */
class FieldsAsJson implements Cutter {
  readonly #events = new WholeEvents();

  push(bytes: Buffer): Buffer | undefined {
    return inJson(this.#events.push(bytes));
  }

  rest(): Buffer | undefined {
    return inJson(this.#events.rest());
  }
}

function inJson(events: Buffer | undefined): Buffer | undefined {
  if (events === undefined) return undefined;
  const told = eventsIn(events).map((event) => `data: ${JSON.stringify(fieldsOf(event))}\n\n`);
  return Buffer.from(told.join(''));
}

/** A text may begin with a space, and none is added before it. */
function fieldsOf(event: Buffer): JsonObject {
  const lines = event.toString('utf8').split(/\r?\n/);
  const valueOf = (field: string): string =>
    lines
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1))
      .join('\n');
  return { id: valueOf('id').trim(), event: valueOf('event').trim(), data: valueOf('data'), meta: valueOf('meta') };
}

function saidIn({ id, event, data, meta }: JsonObject, call: Call<'chat'>): Said | Refusal | undefined {
  const text = textOf(data);
  switch (event) {
    case 'add':
      return { id, text };
    case 'finish':
      return { id, text, finish: 'stop', ends: true, usage: usageInMeta(meta) };
    case 'interrupted':
      return { id, text, finish: 'content_filter', ends: true, usage: usageInMeta(meta) };
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

function usageInMeta(meta: unknown): Said['usage'] {
  const told = parsedJson(textOf(meta));
  return isObject(told) ? usageIn(told['usage']) : undefined;
}
