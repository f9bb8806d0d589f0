import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import type { NativeRequest } from '../../modes/chat-request.ts';
import { camelOf, extrasOfGemini, tierOfGemini } from '../../modes/gemini-asks.ts';
import { changed, membersOf } from '../../wire/json-splice.ts';
import type { Call } from '../provider.ts';
import { maySell, maySellTier } from '../sales.ts';

/**
 * The caller's own bytes for an upstream that speaks his dialect, without a model's name, which stands in the path
 * (docs/behaviour.md#generatecontent). Of what multiplies the provider's price only that may pass which the price book prices: the tier of service is
 * taken away, anything else throws UnsupportedRequest.
 */
export function passedContentBody({ json }: NativeRequest, call: Pick<Call, 'model' | 'channel' | 'priced'>): Buffer {
  const { body, bytes } = json;
  const changes = new Map<string, null>();
  if ('model' in body) changes.set('model', null);
  for (const { field, extra } of extrasOfGemini(body, call.model))
    if (!maySell(call, extra)) throw new UnsupportedRequest(field, 'has no price here for this model');
  const tier = tierOfGemini(body);
  if (tier !== undefined && !maySellTier(call, tier))
    for (const name of Object.keys(body)) if (camelOf(name) === 'serviceTier') changes.set(name, null);
  return changes.size === 0 ? bytes : changed(bytes, membersOf(bytes), changes);
}
