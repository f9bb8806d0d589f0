import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { isFreeTool } from '../../modes/anthropic-tools.ts';
import { isMessagesSearch, tierOfMessages } from '../../modes/asked.ts';
import type { NativeRequest } from '../../modes/chat-request.ts';
import { hasOnePriceForContext } from '../../modes/claude-context.ts';
import { changed, membersOf } from '../../wire/json-splice.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import type { Call } from '../provider.ts';
import { maySell, maySellLongPrompts, maySellTier } from '../sales.ts';

/** The header that asks for features, and the one that makes the tokens of a long prompt dearer. */
const BETA_HEADER = 'anthropic-beta';
const LONG_CONTEXT = /^context-1m-/;
/** Members that multiply the price of the tokens, by what they say. */
const MULTIPLIERS = ['speed', 'inference_geo'];

/**
 * The caller's own bytes for an upstream that speaks his dialect, with the model's name after the mapping
 * (docs/behaviour.md#messages). Of what multiplies the provider's price, and of the tools of the provider's that are not known to be free, only that may pass
 * which the price book prices: the tier of service is taken away, anything else throws UnsupportedRequest.
 */
export function passedMessagesBody(
  { json, headers }: NativeRequest,
  call: Pick<Call, 'model' | 'channel' | 'priced'>,
): Buffer {
  const { model } = call;
  const changes = new Map<string, string | null>();
  if (model !== json.model) changes.set('model', JSON.stringify(model));
  if (!maySell(call, undefined)) {
    refuseUnpriced(json.body, maySell(call, 'search'));
    if (!maySellLongPrompts(call)) refuseDearContext(headers, model);
    const tier = tierOfMessages(json.body);
    if (tier !== undefined && !maySellTier(call, tier)) changes.set('service_tier', null);
  }
  return changes.size === 0 ? json.bytes : changed(json.bytes, membersOf(json.bytes), changes);
}

/** Other models, at prices of their own, that answer where the one that is priced declines: by their names, or those that Anthropic has for it. */
const OTHER_MODELS = 'fallbacks';

/** The member that makes the tokens cost more or less than the model's do, where one is asked for. */
export const multiplierIn = (body: JsonObject): string | undefined =>
  MULTIPLIERS.find((name) => typeof body[name] === 'string' && body[name] !== 'standard' && body[name] !== 'global') ??
  (isEntered(body[OTHER_MODELS]) ? OTHER_MODELS : undefined);

const isEntered = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : typeof value === 'string');

function refuseUnpriced(body: JsonObject, sellsSearches: boolean): void {
  const multiplier = multiplierIn(body);
  if (multiplier !== undefined) throw new UnsupportedRequest(multiplier, 'has no price here');
  const tools = Array.isArray(body['tools']) ? (body['tools'] as unknown[]) : [];
  for (const [index, tool] of tools.entries()) {
    const type = isObject(tool) ? tool['type'] : undefined;
    if (sellsSearches && isMessagesSearch(type)) continue;
    if (typeof type === 'string' && !isFreeTool(type))
      throw new UnsupportedRequest(`tools.${index}.type`, `the tool ${type} has no price here`);
  }
}

/** `headers`: names and values in turn. */
function refuseDearContext(headers: readonly string[], model: string): void {
  const at = headers.indexOf(BETA_HEADER);
  if (at < 0 || hasOnePriceForContext(model)) return;
  const dear = dearContextIn(headers[at + 1]?.split(',') ?? []);
  if (dear !== undefined) throw new UnsupportedRequest(BETA_HEADER, `${dear} has no price here for this model`);
}

/** Of the features asked for the one that makes the tokens of a long prompt dearer. */
export const dearContextIn = (betas: readonly string[]): string | undefined =>
  betas.map((beta) => beta.trim()).find((beta) => LONG_CONTEXT.test(beta));
