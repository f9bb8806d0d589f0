import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { ReadAnswer, Refusal } from '../../modes/answer.ts';
import { isObject, jsonIn, type JsonObject } from '../../wire/json.ts';
import { refusalIn } from '../told-refusal.ts';
import { type CompletionHead, completionOf, failureOf, usageOf } from '../told-completion.ts';

/** A whole answer as a completion; undefined for anything else. */
export function readDifyAnswer(
  bytes: Buffer,
  head: CompletionHead,
  channel: ChannelView,
): ReadAnswer | Refusal | undefined {
  const said = jsonIn(bytes);
  if (!isObject(said)) return undefined;
  const failure = failureIn(said);
  if (failure !== undefined) return refusalIn(failure, channel);
  const { answer } = said;
  if (typeof answer !== 'string') return undefined;
  const named = { ...head, id: idIn(said) ?? head.id };
  return completionOf(named, { content: answer }, { reason: 'stop', usage: usageIn(said) });
}

export function idIn({ message_id: id }: JsonObject): string | undefined {
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Of an answer, or of the event that ends one: zeros where its app asked no model, or does not say. */
export function usageIn({ metadata }: JsonObject): JsonObject | undefined {
  const usage = isObject(metadata) ? metadata['usage'] : undefined;
  return isObject(usage) ? usageOf(usage['prompt_tokens'], usage['completion_tokens']) : undefined;
}

/** Of an event that says none. */
const STATUS_UNSAID = 500;

/** What went wrong in spite of the status, in OpenAI's form; undefined for what is no error. */
export function failureIn({ event, code, message, status }: JsonObject): JsonObject | undefined {
  if (event !== 'error') return undefined;
  const said = typeof status === 'number' && status >= 400 && status <= 599 ? status : STATUS_UNSAID;
  return failureOf(message, said, typeof code === 'string' ? code : undefined);
}
