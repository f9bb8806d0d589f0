import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { AnswerFacts, ReadAnswer, Refusal } from '../../modes/answer.ts';
import { openAiUsage } from '../../usage/told-usage.ts';
import { isObject, jsonIn, type JsonObject } from '../../wire/json.ts';
import { candidatesOf, isBlocked, isFinished, partsOf, producedIn } from './content-memory.ts';
import { searchesIn, usageOfContent, withSearches } from './content-usage.ts';
import { refusalIn } from './content-refusal.ts';

/** An answer of Gemini's as it came; undefined for anything else. */
export function readContent(bytes: Buffer, channel: ChannelView): ReadAnswer | Refusal | undefined {
  const answer = jsonIn(bytes);
  if (!isObject(answer)) return undefined;
  if (answer['error'] !== undefined) return refusalIn(answer, channel);
  return hasAnswered(answer) ? { body: bytes, ...found(answer) } : undefined;
}

/** An answer of Gemini's as a chat completion; undefined for anything else. `createdS`: seconds since 1970. */
export function readContentAsCompletion(
  bytes: Buffer,
  { channel, model, createdS }: { readonly channel: ChannelView; readonly model: string; readonly createdS: number },
): ReadAnswer | Refusal | undefined {
  const answer = jsonIn(bytes);
  if (!isObject(answer)) return undefined;
  if (answer['error'] !== undefined || isBlocked(answer)) return refusalIn(answer, channel);
  if (!hasAnswered(answer)) return undefined;
  const { usage, ...others } = found(answer);
  const id = idOf(answer['responseId'], createdS);
  const completion = {
    id,
    object: 'chat.completion',
    created: createdS,
    model: answer['modelVersion'] ?? model,
    choices: candidatesOf(answer).map((candidate, at) => choiceOf(candidate, at, id)),
    usage: usage === undefined ? undefined : openAiUsage(usage),
  };
  return { body: Buffer.from(JSON.stringify(completion)), usage, ...others };
}

const hasAnswered = (answer: JsonObject): boolean => candidatesOf(answer).length > 0 || isBlocked(answer);

function found(answer: JsonObject): Omit<ReadAnswer, 'body'> & { readonly facts: AnswerFacts } {
  const candidates = candidatesOf(answer);
  const { usageMetadata: usage, responseId: id, modelVersion: model } = answer;
  return {
    usage: withSearches(usageOfContent(usage), searchesIn(candidates, model)),
    produced: () => producedIn(candidates),
    facts: { id, model, cost: undefined },
  };
}

/** Of a completion; Gemini's earlier versions have none. */
export const idOf = (responseId: unknown, createdS: number): string =>
  `chatcmpl-${typeof responseId === 'string' && responseId !== '' ? responseId : createdS}`;

function choiceOf(candidate: JsonObject, at: number, id: string): JsonObject {
  const index = indexOf(candidate, at);
  const said = {
    texts: [] as string[],
    thoughts: [] as string[],
    pictures: [] as JsonObject[],
    calls: [] as JsonObject[],
  };
  for (const part of partsOf(candidate)) {
    const { text, functionCall: call } = part;
    const picture = pictureIn(part);
    if (isObject(call)) said.calls.push(toolCallOf(part, call, callIdOf(call['id'], id, index, said.calls.length)));
    else if (picture !== undefined) said.pictures.push(picture);
    else if (typeof text === 'string') (part['thought'] === true ? said.thoughts : said.texts).push(text);
  }
  const { texts, thoughts, pictures, calls } = said;
  return {
    index,
    message: {
      role: 'assistant',
      content: texts.length === 0 && calls.length > 0 ? null : texts.join(''),
      ...(thoughts.length === 0 ? {} : { reasoning_content: thoughts.join('') }),
      ...(pictures.length === 0 ? {} : { images: pictures }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
    logprobs: null,
    finish_reason: finishReason(isFinished(candidate) ? candidate['finishReason'] : 'STOP', calls.length > 0),
  };
}

export const indexOf = ({ index }: JsonObject, otherwise: number): number =>
  Number.isSafeInteger(index) ? (index as number) : otherwise;

const FINISH_REASONS: ReadonlyMap<unknown, string> = new Map([
  ['STOP', 'stop'],
  ['FINISH_REASON_UNSPECIFIED', 'stop'],
  ['MAX_TOKENS', 'length'],
]);

/** All others say that the answer was not let through, or what kept the model from one. */
export function finishReason(reason: unknown, hasCalls: boolean): string {
  const known = FINISH_REASONS.get(reason) ?? 'content_filter';
  return known === 'stop' && hasCalls ? 'tool_calls' : known;
}

/** With the signature of the thought that led to it, where Google's own server of OpenAI's protocol has it. */
export function toolCallOf({ thoughtSignature: signature }: JsonObject, call: JsonObject, id: string): JsonObject {
  return {
    id,
    type: 'function',
    function: { name: call['name'], arguments: JSON.stringify(call['args'] ?? {}) },
    ...(typeof signature === 'string' ? { extra_content: { google: { thought_signature: signature } } } : {}),
  };
}

/** The longest id that OpenAI's callers send back. */
const ID_CHARACTERS_MAX = 40;

/** Gemini's own id, else one that no other call of the answer has, nor one of an answer with another id. */
export function callIdOf(id: unknown, answerId: string, choice: number, index: number): string {
  if (typeof id === 'string' && id !== '') return id;
  const end = `_${choice}_${index}`;
  const of = answerId.replace('chatcmpl-', '').replaceAll(/[^a-zA-Z0-9_-]/g, '_');
  return `call_${of.slice(0, ID_CHARACTERS_MAX - 'call_'.length - end.length)}${end}`;
}

/** A picture that the model made, as servers of OpenAI's form tell it. */
export function pictureIn({ inlineData: data, thought }: JsonObject): JsonObject | undefined {
  if (!isObject(data) || thought === true || !String(data['mimeType']).startsWith('image/')) return undefined;
  return { type: 'image_url', image_url: { url: `data:${String(data['mimeType'])};base64,${String(data['data'])}` } };
}
