import { BadChannel } from '../../errors/bad-channel.ts';
import type { Mode } from '../../modes/mode.ts';
import type { UpstreamRequest } from '../../upstream/upstream-request.ts';
import { splitUrl } from '../../wire/split-url.ts';
import { embeddingsBody } from '../openai/openai-embeddings.ts';
import { openAiHeaders } from '../openai/openai-headers.ts';
import { openAiChat, openAiEmbeddings } from '../openai/openai-provider.ts';
import { openAiBody, upstreamModelOf } from '../openai/request-rewriting.ts';
import type { Call, Provider } from '../provider.ts';

/** Of a channel and a caller that name none. */
const VERSION = '2024-12-01-preview';
/** A channel's `other` that means the interface without versions and deployments in its paths. */
const UNVERSIONED = 'v1';
const TASKS: Readonly<Record<Mode, string>> = { chat: 'chat/completions', embeddings: 'embeddings' };

/** OpenAI's models at Azure: OpenAI's bodies and answers, by a deployment that has the model's name (docs/behaviour.md#channel-types). */
export const azure: Provider = {
  adapters: {
    chat: { ...openAiChat, request: (call) => requestTo(call, openAiBody(call)) },
    embeddings: { ...openAiEmbeddings, request: (call) => requestTo(call, embeddingsBody(call)) },
  },
};

function requestTo(call: Call<Mode>, body: Buffer): UpstreamRequest {
  const { channel, request } = call;
  if (channel.baseUrl === '') throw new BadChannel('an Azure channel needs the address of its resource');
  const accept = request.stream ? 'text/event-stream' : 'application/json';
  return {
    ...splitUrl(channel.baseUrl, pathOf(call)),
    headers: openAiHeaders(channel, accept, ['api-key', channel.key]),
    body,
  };
}

/** Names of deployments have no dots, and are not told the effort that a model's name may ask for. */
function pathOf({ mode, channel, model, request }: Call<Mode>): string {
  const version = channel.other.trim();
  if (version === UNVERSIONED) return `/openai/v1/${TASKS[mode]}`;
  const deployment = encodeURIComponent(upstreamModelOf(model).replaceAll('.', ''));
  const wanted = encodeURIComponent(request.apiVersion ?? (version === '' ? VERSION : version));
  return `/openai/deployments/${deployment}/${TASKS[mode]}?api-version=${wanted}`;
}
