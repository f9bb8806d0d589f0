import type { ChannelTypeKey } from '@ledgate/domain/channel/channel-types';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { BadChannel } from '../../errors/bad-channel.ts';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import type { Mode, Requests } from '../../modes/mode.ts';
import type { Providers } from '../../providers/registry.ts';
import type { Credentials } from '../../upstream/short-lived-keys.ts';
import type { UpstreamRequest } from '../../upstream/upstream-request.ts';
import { isObject, type JsonObject, parsedJson } from '../../wire/json.ts';
import { chatOf, embeddingsOf } from '../provider-call.ts';
import type { ProbeChannel } from './probe-channel.ts';

/** When it is made: a second that no key and no model names. */
export const PROBED_AT_MS = Date.UTC(2031, 4, 6, 7, 8, 9);

/** What an adapter made of a request. `keyAskedAt`: where the short-lived key would come from. */
export type Probed = {
  readonly verb: string;
  readonly origin: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: JsonObject;
  readonly keyAskedAt: string | undefined;
};

/** `from`: who has the adapters. */
export type ProbedBy = {
  readonly from: Providers;
  readonly key: ChannelTypeKey;
  readonly channel: ProbeChannel;
  readonly model: string;
};

const REQUESTS: { readonly [M in Mode]: (fields: object) => Requests[M] } = { chat: chatOf, embeddings: embeddingsOf };

/** Undefined where it cannot be asked by this channel or for this model at all; the field where it refuses what is asked. */
export async function probed<M extends Mode>(
  { from, key, channel, model }: ProbedBy,
  mode: M,
  fields: object,
): Promise<Probed | string | undefined> {
  const request = REQUESTS[mode]({ ...fields, model });
  const way = from.wayOf(channelTypeNamed(key).code, mode, 'openai', model);
  if (way === undefined) return undefined;
  const asked: string[] = [];
  const credentials: Credentials = {
    shortLivedKey: (_call, source) => {
      asked.push(source.question().url);
      return Promise.resolve(`ShortLivedOf${channel.owner}`);
    },
  };
  const priced = { book: defaultPriceBook(), group: 'default', model };
  const call = { mode, dialect: 'openai', channel: channel.view, model, request, priced, atMs: PROBED_AT_MS } as const;
  try {
    return read(await way.adapter.request(call, credentials), asked[0]);
  } catch (error) {
    if (error instanceof UnsupportedRequest) return error.field;
    if (error instanceof BadChannel) return undefined;
    throw error;
  }
}

function read(request: UpstreamRequest, keyAskedAt: string | undefined): Probed {
  const { origin, path, headers } = request;
  const pairs = headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? ''] as const] : []));
  const texts = request.kind === 'websocket' ? request.messages : [request.body?.toString('utf8') ?? ''];
  const body = texts.map(parsedJson).find(isObject) ?? {};
  const verb = request.kind === 'websocket' ? 'WebSocket' : (request.method ?? 'POST');
  return { verb, origin, path, headers: pairs, body, keyAskedAt };
}
