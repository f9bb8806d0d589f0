import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import type { NativeRequest } from '../../modes/chat-request.ts';
import { changed, membersOf } from '../../wire/json-splice.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';

/** Tools that Anthropic runs itself and charges for beside the tokens. */
const CHARGED_TOOL = /^(?:web_search|code_execution)(?:_|$)/;
/** Members that multiply the price of the tokens. */
const MULTIPLIERS = ['speed', 'inference_geo'];

/**
 * The caller's own bytes for an upstream that speaks his dialect, with the model's name after the mapping
 * (docs/behaviour.md#messages). What multiplies the provider's price has
 * none in the price book: the tier of service is taken away, anything else throws UnsupportedRequest, unless `mayBeUnpriced`.
 */
export function passedMessagesBody({ json }: NativeRequest, model: string, mayBeUnpriced: boolean): Buffer {
  const changes = new Map<string, string | null>();
  if (model !== json.model) changes.set('model', JSON.stringify(model));
  if (!mayBeUnpriced) {
    refuseUnpriced(json.body);
    if (json.body['service_tier'] !== undefined) changes.set('service_tier', null);
  }
  return changes.size === 0 ? json.bytes : changed(json.bytes, membersOf(json.bytes), changes);
}

function refuseUnpriced(body: JsonObject): void {
  for (const member of MULTIPLIERS) {
    if (typeof body[member] === 'string' && body[member] !== 'standard' && body[member] !== 'global')
      throw new UnsupportedRequest(member, 'has no price here');
  }
  const tools = Array.isArray(body['tools']) ? (body['tools'] as unknown[]) : [];
  for (const [index, tool] of tools.entries()) {
    const type = isObject(tool) ? tool['type'] : undefined;
    if (typeof type === 'string' && CHARGED_TOOL.test(type))
      throw new UnsupportedRequest(`tools.${index}.type`, `the tool ${type} has no price here`);
  }
}
