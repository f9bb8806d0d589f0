import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { ReadAnswer, Refusal } from '../../modes/answer.ts';
import { isObject, jsonIn, type JsonObject } from '../../wire/json.ts';
import { refusalIn } from '../told-refusal.ts';
import { type CompletionHead, completionOf, failureOf, usageOf } from '../told-completion.ts';

/** A whole answer as a completion; undefined for anything else. */
export function readCohereAnswer(
  bytes: Buffer,
  head: CompletionHead,
  channel: ChannelView,
): ReadAnswer | Refusal | undefined {
  const answer = jsonIn(bytes);
  if (!isObject(answer)) return undefined;
  const failure = failureIn(answer);
  if (failure !== undefined) return refusalIn(failure, channel);
  if (!isCohereAnswer(answer)) return undefined;
  const { text, generation_id: id } = answer;
  const named = typeof id === 'string' ? { ...head, id } : head;
  const calls = callsIn(answer).map((call, index) => toolCall(named.id, index, call, JSON.stringify(call.parameters)));
  const message = {
    content: calls.length > 0 && (text === '' || text === undefined) ? null : text,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  const ending = { reason: finishReason(answer['finish_reason'], calls.length > 0), usage: usageIn(answer) };
  return completionOf(named, message, ending);
}

export const isCohereAnswer = (answer: JsonObject): boolean =>
  typeof answer['text'] === 'string' || Array.isArray(answer['tool_calls']);

const FINISH_REASONS: ReadonlyMap<unknown, string> = new Map([
  ['COMPLETE', 'stop'],
  ['STOP_SEQUENCE', 'stop'],
  ['USER_CANCEL', 'stop'],
  ['TOOL_CALL', 'tool_calls'],
  ['MAX_TOKENS', 'length'],
  ['ERROR_LIMIT', 'length'],
  ['ERROR_TOXIC', 'content_filter'],
]);

/** What is complete may be calls. */
export function finishReason(reason: unknown, hasCalls: boolean): string {
  const known = FINISH_REASONS.get(reason) ?? 'stop';
  return known === 'stop' && hasCalls ? 'tool_calls' : known;
}

/** Reasons to finish that are no answer, by the status that they should have. */
const FAILURES: ReadonlyMap<unknown, number> = new Map([
  ['ERROR', 500],
  ['TIMEOUT', 504],
]);
const STATUS_UNSAID = 500;

/** An answer, or the end of a stream, that failed in spite of its status; undefined for others. */
export function failureIn(answer: JsonObject): JsonObject | undefined {
  const { finish_reason: reason, error, message, event_type: event } = answer;
  const status = FAILURES.get(reason);
  if (status !== undefined) return failureOf(error ?? message, status, reason);
  return event === undefined && typeof message === 'string' && !isCohereAnswer(answer)
    ? failureOf(message, STATUS_UNSAID)
    : undefined;
}

/** What is billed, which is less than what the model read: Cohere's own words around a prompt are not. */
export function usageIn({ meta }: JsonObject): JsonObject | undefined {
  const units = isObject(meta) ? meta['billed_units'] : undefined;
  return isObject(units) ? usageOf(units['input_tokens'], units['output_tokens']) : undefined;
}

type Called = { readonly name: unknown; readonly parameters: unknown };

export const callsIn = ({ tool_calls: calls }: JsonObject): readonly Called[] =>
  (Array.isArray(calls) ? (calls as readonly unknown[]) : [])
    .filter(isObject)
    .map(({ name, parameters }) => ({ name, parameters: parameters ?? {} }));

/** As long as OpenAI's may be. */
const ID_CHARACTERS = 32;

/** Cohere's calls have no ids: each has that of its answer, and its own number. */
export const toolCall = (
  answerId: string,
  index: number,
  { name }: Pick<Called, 'name'>,
  written: string,
): JsonObject => ({
  id: `call_${answerId.replaceAll(/[^a-zA-Z0-9]/g, '').slice(0, ID_CHARACTERS)}_${index}`,
  type: 'function',
  function: { name, arguments: written },
});
