import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { Credentials, KeySource } from '../../upstream/short-lived-keys.ts';
import type { UpstreamRequest } from '../../upstream/upstream-request.ts';
import { isObject, parsedJson } from '../../wire/json.ts';
import { splitUrl } from '../../wire/split-url.ts';
import { keyPartsOf } from '../key-parts.ts';
import type { Call, Provider } from '../provider.ts';
import { readBaiduAnswer, baiduStream } from './baidu-answer.ts';
import { baiduBody } from './baidu-body.ts';
import { baiduEmbeddingsBody, readBaiduEmbeddings } from './baidu-embeddings.ts';
import { baiduPathOf } from './baidu-models.ts';

const { defaultBaseUrl: DEFAULT_BASE_URL } = channelTypeNamed('baidu');
const PLACE = '/rpc/2.0/ai_custom/v1/wenxinworkshop';
/** How long a token lasts where its answer does not say so: a day of the thirty that they do. */
const TOKEN_SECONDS = 86_400;

/** Wenxin by Baidu (docs/behaviour.md#baidu): an access token for two keys, the model in the path, errors with status 200. */
export const baidu: Provider = {
  adapters: {
    chat: {
      converts: true,
      request: (call, credentials) => requestTo('chat', call, baiduBody(call.request), credentials),
      readAnswer: ({ body }, call) => readBaiduAnswer(body, call),
      openStream: baiduStream,
    },
    embeddings: {
      converts: true,
      request: (call, credentials) => requestTo('embeddings', call, baiduEmbeddingsBody(call.request), credentials),
      readAnswer: ({ body }, call) => readBaiduEmbeddings(body, call),
    },
  },
};

const baseOf = ({ baseUrl }: ChannelView): string => (baseUrl === '' ? DEFAULT_BASE_URL : baseUrl);

function requestTo(
  place: 'chat' | 'embeddings',
  call: Call,
  body: Buffer,
  credentials: Credentials,
): UpstreamRequest | Promise<UpstreamRequest> {
  const { channel, model, request } = call;
  const sentWith = (token: string): UpstreamRequest => ({
    ...splitUrl(baseOf(channel), `${PLACE}/${place}/${baiduPathOf(model)}?access_token=${encodeURIComponent(token)}`),
    headers: [
      'content-type',
      'application/json',
      'accept',
      request.stream ? 'text/event-stream' : 'application/json',
      'accept-encoding',
      'identity',
    ],
    body,
  });
  const token = tokenFor(call, credentials);
  return token instanceof Promise ? token.then(sentWith) : sentWith(token);
}

function tokenFor(call: Call, credentials: Credentials): string | Promise<string> {
  const { channel } = call;
  const [clientId = '', clientSecret = ''] = keyPartsOf(channel);
  const asked = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const { origin, path } = splitUrl(baseOf(channel), `/oauth/2.0/token?${asked}`);
  const source: KeySource = {
    question: () => ({ url: `${origin}${path}`, method: 'POST', headers: { accept: 'application/json' } }),
    read: tokenIn,
  };
  return credentials.shortLivedKey(call, source);
}

function tokenIn(text: string): ReturnType<KeySource['read']> {
  const told = parsedJson(text);
  if (!isObject(told) || typeof told['access_token'] !== 'string' || told['access_token'] === '') return undefined;
  const { expires_in: seconds } = told;
  const lastsMs = (typeof seconds === 'number' && seconds > 0 ? seconds : TOKEN_SECONDS) * 1_000;
  return { value: told['access_token'], lastsMs };
}
