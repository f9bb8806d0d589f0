import type { ReadAnswer } from '../../modes/answer.ts';
import { NOTHING_PRODUCED } from '../../usage/usage.ts';
import { changed } from '../../wire/json-splice.ts';
import { isObject, jsonIn } from '../../wire/json.ts';
import type { Call } from '../provider.ts';
import { factsOf, reportedUsage } from './reported-usage.ts';

/** The caller's own bytes, with the model that the channel calls it by. The path may have named the model in place of the body. */
export function embeddingsBody({ request, model }: Pick<Call<'embeddings'>, 'request' | 'model'>): Buffer {
  const { bytes, body, members } = request;
  return body['model'] === model ? bytes : changed(bytes, members, new Map([['model', JSON.stringify(model)]]));
}

/** A list of vectors; undefined for anything else. The caller gets its bytes as they are. */
export function readOpenAiEmbeddings(bytes: Buffer): ReadAnswer | undefined {
  const answer = jsonIn(bytes);
  if (!isObject(answer) || !Array.isArray(answer['data'])) return undefined;
  return {
    body: bytes,
    usage: reportedUsage(answer['usage']),
    produced: () => NOTHING_PRODUCED,
    facts: factsOf(answer),
  };
}
