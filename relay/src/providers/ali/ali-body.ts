import { changed } from '../../wire/json-splice.ts';
import { openAiChanges } from '../openai/request-rewriting.ts';
import type { Call } from '../provider.ts';

/** DashScope takes neither end of what OpenAI has. */
const TOP_P_MIN = 0.001;
const TOP_P_MAX = 0.999;
const TEMPERATURE_MAX = 1.999;

/** The caller's bytes with what DashScope does not take brought within its bounds. Throws UnsupportedRequest where it asks for what has no price. */
export function aliBody(call: Pick<Call<'chat'>, 'request' | 'model' | 'channel' | 'priced'>): Buffer {
  const { request } = call;
  const changes = openAiChanges(call);
  const { top_p: topP, temperature } = request.body;
  if (typeof topP === 'number' && (topP < TOP_P_MIN || topP > TOP_P_MAX))
    changes.set('top_p', String(topP < TOP_P_MIN ? TOP_P_MIN : TOP_P_MAX));
  if (typeof temperature === 'number' && temperature > TEMPERATURE_MAX)
    changes.set('temperature', String(TEMPERATURE_MAX));
  return changes.size === 0 ? request.bytes : changed(request.bytes, request.members, changes);
}
