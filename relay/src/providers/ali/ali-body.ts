import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { changed, membersOf } from '../../wire/json-splice.ts';
import { openAiBody } from '../openai/request-rewriting.ts';
import type { Call } from '../provider.ts';
import { maySell } from '../sales.ts';

/** DashScope takes neither end of what OpenAI has. */
const TOP_P_MIN = 0.001;
const TOP_P_MAX = 0.999;
const TEMPERATURE_MAX = 1.999;
/** Lets the model search, for which the provider takes more, and tells no number of. */
const SEARCH = 'enable_search';

/** The caller's bytes with what DashScope does not take brought within its bounds. Throws UnsupportedRequest where it asks for what has no price. */
export function aliBody(call: Pick<Call<'chat'>, 'request' | 'model' | 'channel' | 'priced'>): Buffer {
  const { body } = call.request;
  if (body[SEARCH] === true && !maySell(call, undefined))
    throw new UnsupportedRequest(SEARCH, 'has no price here for this model');
  const bytes = openAiBody(call);
  const changes = new Map<string, string>();
  const { top_p: topP, temperature } = body;
  if (typeof topP === 'number' && (topP < TOP_P_MIN || topP > TOP_P_MAX))
    changes.set('top_p', String(topP < TOP_P_MIN ? TOP_P_MIN : TOP_P_MAX));
  if (typeof temperature === 'number' && temperature > TEMPERATURE_MAX)
    changes.set('temperature', String(TEMPERATURE_MAX));
  return changes.size === 0 ? bytes : changed(bytes, membersOf(bytes), changes);
}
