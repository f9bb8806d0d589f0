import type { Mode } from '../../modes/mode.ts';
import type { SentFacts } from '../../modes/sent-facts.ts';
import type { Adapter, Call } from '../provider.ts';
import type { Credentials } from '../../upstream/short-lived-keys.ts';
import type { UpstreamRequest } from '../../upstream/upstream-request.ts';
import { overriddenHeaders } from './overridden-headers.ts';
import { overrideOf } from './override-of.ts';
import { sentBody, sentFactsOf } from './sent-body.ts';

/** A request as it goes up to its channel (docs/behaviour.md#overrides). Throws UnsupportedRequest and BadChannel. */
export function sentRequest<M extends Mode>(
  request: UpstreamRequest,
  adapter: Adapter<M>,
  call: Call<M>,
): UpstreamRequest {
  const override = overrideOf(call.channel);
  if (override === undefined) return request;
  const headers =
    override.headers === undefined ? request.headers : overriddenHeaders(request.headers, override.headers);
  if (adapter.signsBody === true) return { ...request, headers };
  const form = adapter.form?.(call) ?? 'openai';
  if (request.kind === 'websocket')
    return {
      ...request,
      headers,
      messages: request.messages.map((text) => sentBody(Buffer.from(text), call, form).toString()),
    };
  const { body } = request;
  return body === undefined ? { ...request, headers } : { ...request, headers, body: sentBody(body, call, form) };
}

/** Nothing is sent with it. */
const NO_KEY: Credentials = { shortLivedKey: () => '' };

/**
 * What decides on the price of this call, before anything is reserved for it; undefined where its channel changes nothing of its body. Rejects with
 * UnsupportedRequest and BadChannel.
 */
export async function foreseenFacts<M extends Mode>(
  adapter: Adapter<M>,
  call: Call<M>,
): Promise<SentFacts | undefined> {
  const body = overrideOf(call.channel)?.body;
  if (body === undefined) return undefined;
  const request = sentRequest(await adapter.request(call, NO_KEY), adapter, call);
  const bytes = request.kind === 'websocket' ? Buffer.from(request.messages[0] ?? '{}') : request.body;
  return sentFactsOf(bytes ?? Buffer.from('{}'), body, adapter.form?.(call) ?? 'openai', call.model);
}
