import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { dearTier } from '../../modes/asked.ts';
import type { NativeRequest } from '../../modes/chat-request.ts';
import { effortOf } from '../../modes/reasoning-effort.ts';
import { extrasOfResponses } from '../../modes/responses-tools.ts';
import { changed, membersOf } from '../../wire/json-splice.ts';
import { isObject } from '../../wire/json.ts';
import type { Call } from '../provider.ts';
import { maySell, maySellTier } from '../sales.ts';

/**
 * The caller's own bytes for an upstream that has Responses, with the model's name after the mapping (docs/behaviour.md#responses). Of what multiplies the
 * provider's price only that may pass which the price book prices: the tier of service is taken away, anything else throws UnsupportedRequest.
 */
export function passedResponsesBody({ json }: NativeRequest, call: Pick<Call, 'model' | 'channel' | 'priced'>): Buffer {
  const { body, bytes } = json;
  const changes = new Map<string, string | null>();
  for (const { field, extra } of extrasOfResponses(body))
    if (!maySell(call, extra)) throw new UnsupportedRequest(field, 'has no price here for this model');
  const tier = dearTier(body['service_tier']);
  if (tier !== undefined && !maySellTier(call, tier)) changes.set('service_tier', null);
  const effort = effortOf(call.model);
  const model = effort === undefined ? call.model : call.model.slice(0, -effort.length - 1);
  if (model !== body['model']) changes.set('model', JSON.stringify(model));
  if (effort !== undefined) {
    const { reasoning } = body;
    changes.set('reasoning', JSON.stringify({ ...(isObject(reasoning) ? reasoning : {}), effort }));
  }
  return changes.size === 0 ? bytes : changed(bytes, membersOf(bytes), changes);
}
