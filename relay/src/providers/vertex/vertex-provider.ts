import { isUsageTold, nativeOf } from '../../modes/chat-request.ts';
import { maskOf } from '../../upstream/channel-secret.ts';
import type { Credentials } from '../../upstream/short-lived-keys.ts';
import type { UpstreamRequest } from '../../upstream/upstream-request.ts';
import { changed, membersOf } from '../../wire/json-splice.ts';
import { messagesAnswers, passedMessagesAnswers } from '../anthropic/anthropic-provider.ts';
import { messagesBody } from '../anthropic/messages-body.ts';
import { passedMessagesBody } from '../anthropic/passed-messages-body.ts';
import { contentBody } from '../gemini/content-body.ts';
import { contentAnswers, passedContentAnswers } from '../gemini/gemini-provider.ts';
import { actionOf, geminiHeaders } from '../gemini/gemini-target.ts';
import { listedError } from '../gemini/listed-error.ts';
import { passedContentBody } from '../gemini/passed-content-body.ts';
import { readOpenAiAnswer } from '../openai/openai-answer.ts';
import { OpenAiStream } from '../openai/openai-stream.ts';
import { openAiBody } from '../openai/request-rewriting.ts';
import type { Adapter, Call, Provider } from '../provider.ts';
import { refusalIn } from '../told-refusal.ts';
import { claudeNameOf } from './claude-names.ts';
import { accessTokens, serviceAccountOf } from './service-account.ts';
import { regionOf, vertexUrl } from './vertex-target.ts';

const VERSION = 'v1';
/** Of what speaks like OpenAI. */
const OPENAI_VERSION = 'v1beta1';
const ANTHROPIC_VERSION = 'vertex-2023-10-16';
/** Headers of callers of Anthropic's protocol that decide what a body means; its version stands in the body. */
const BETA_HEADER = 'anthropic-beta';

/** Who made a model decides in which protocol it is spoken to. */
type Family = 'anthropic' | 'gemini' | 'openai';

const familyOf = (model: string): Family =>
  model.startsWith('claude') ? 'anthropic' : model.includes('llama') ? 'openai' : 'gemini';

/** What goes up: below a project's place, and with which headers beside the key's; names and values in turn. */
type Asked = {
  readonly version: string;
  readonly path: string;
  readonly body: Buffer;
  readonly headers?: readonly string[];
};

/** One family, as its own callers or as others ask it. */
type Spoken = Omit<Adapter<'chat'>, 'request'> & { asked(call: Call<'chat'>): Asked };

const llama: Spoken = {
  asked: (call) => ({ version: OPENAI_VERSION, path: 'endpoints/openapi/chat/completions', body: openAiBody(call) }),
  readAnswer: ({ body }) => readOpenAiAnswer(body),
  openStream: ({ request, channel }) =>
    new OpenAiStream(isUsageTold(request), {
      holdsUsage: request.costAsked !== undefined,
      mask: maskOf(channel.key),
      refusalIn: (event) => refusalIn(event, channel),
    }),
};

const SPOKEN: Readonly<Record<Family, Spoken>> = {
  anthropic: { ...messagesAnswers, asked: (call) => askedOfClaude(call, messagesBody(call.request, call.model)) },
  gemini: { ...contentAnswers, asked: (call) => askedOfGemini(call, contentBody(call, { hasIds: false })) },
  openai: llama,
};

const claudePassed: Spoken = {
  ...passedMessagesAnswers,
  asked: (call) => {
    const { headers } = nativeOf(call.request);
    const at = headers.indexOf(BETA_HEADER);
    const asked = askedOfClaude(call, passedMessagesBody(nativeOf(call.request), call));
    return { ...asked, headers: at < 0 ? [] : headers.slice(at, at + 2) };
  },
};

const geminiPassed: Spoken = {
  ...passedContentAnswers,
  asked: (call) => askedOfGemini(call, passedContentBody(nativeOf(call.request), call)),
};

/** Google's Vertex AI: Gemini, Claude and Llama, by the access tokens of a service account. */
export const vertex: Provider = {
  adapters: { chat: { ...adapterBy(({ model }) => SPOKEN[familyOf(model)]), picturesAsBytes: true } },
  native: {
    anthropic: { chat: adapterBy(() => claudePassed) },
    gemini: { chat: adapterBy(() => geminiPassed) },
  },
  speaks: (dialect, model) => familyOf(model) === dialect,
  readError: listedError,
  policy: { picturesUnseen: true },
};

function adapterBy(spoken: (call: Call<'chat'>) => Spoken): Adapter<'chat'> {
  return {
    converts: true,
    form: (call) => spoken(call).form?.(call) ?? 'openai',
    request: (call, credentials) => upstreamRequest(call, spoken(call), credentials),
    readAnswer: (answer, call) => spoken(call).readAnswer(answer, call),
    openStream: (call, head) => {
      const stream = spoken(call).openStream?.(call, head);
      if (stream === undefined) throw new Error('every family streams');
      return stream;
    },
    sentWords: (call) => spoken(call).sentWords?.(call) ?? call.request.body,
  };
}

/** Throws or rejects with BadChannel, UnsupportedRequest and what `credentials` gives in place of a token. */
function upstreamRequest(
  call: Call<'chat'>,
  spoken: Spoken,
  credentials: Credentials,
): UpstreamRequest | Promise<UpstreamRequest> {
  const { channel, request, model, atMs } = call;
  const account = serviceAccountOf(channel);
  const { version, path, body, headers = [] } = spoken.asked(call);
  const region = regionOf(channel, { asked: request.model, model });
  const url = vertexUrl(channel, { version, projectId: account.projectId, region, path });
  const withToken = (token: string): UpstreamRequest => ({
    ...url,
    headers: [...geminiHeaders(['authorization', `Bearer ${token}`], request.stream), ...headers],
    body,
  });
  const token = credentials.shortLivedKey(call, accessTokens(account, atMs));
  return token instanceof Promise ? token.then(withToken) : withToken(token);
}

/** The model stands in the path, and the version in the body. */
function askedOfClaude({ model, request }: Call<'chat'>, body: Buffer): Asked {
  const changes = new Map<string, string | null>([
    ['model', null],
    ['anthropic_version', JSON.stringify(ANTHROPIC_VERSION)],
  ]);
  const action = request.stream ? 'streamRawPredict?alt=sse' : 'rawPredict';
  return {
    version: VERSION,
    path: `publishers/anthropic/models/${inPath(claudeNameOf(model))}:${action}`,
    body: changed(body, membersOf(body), changes),
  };
}

const askedOfGemini = ({ model, request }: Call<'chat'>, body: Buffer): Asked => ({
  version: VERSION,
  path: `publishers/google/models/${inPath(model)}:${actionOf(request.stream)}`,
  body,
});

const inPath = (model: string): string => encodeURIComponent(model).replaceAll('%40', '@');
