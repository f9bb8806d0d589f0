import { isUsageTold, nativeOf } from '../../modes/chat-request.ts';
import type { UpstreamRequest } from '../../upstream/upstream-request.ts';
import { createdS } from '../created.ts';
import type { Adapter, Call, Provider } from '../provider.ts';
import { readContent, readContentAsCompletion } from './content-answer.ts';
import { contentBody } from './content-body.ts';
import { ContentStream } from './content-stream.ts';
import { geminiEmbeddings } from './gemini-embeddings.ts';
import { actionOf, geminiHeaders, geminiUrl, versionOf } from './gemini-target.ts';
import { statusOfKeyRefusal } from './key-refusal.ts';
import { listedError } from './listed-error.ts';
import { passedContentBody } from './passed-content-body.ts';
import { PassedContentStream } from './passed-content-stream.ts';

/** The version in which calls of tools have no ids. */
const WITHOUT_IDS = 'v1';

type Answers = Omit<Adapter<'chat'>, 'request'>;

/** Answers of generateContent, converted for callers of other protocols. */
export const contentAnswers: Answers = {
  form: () => 'gemini',
  converts: true,
  readAnswer: ({ body }, call) =>
    readContentAsCompletion(body, { channel: call.channel, model: call.model, createdS: createdS(call) }),
  openStream: (call) =>
    new ContentStream({
      usageAsked: isUsageTold(call.request),
      model: call.model,
      createdS: createdS(call),
      channel: call.channel,
    }),
};

/** The same byte for byte, for those who speak it. */
export const passedContentAnswers: Answers = {
  form: () => 'gemini',
  sentWords: ({ request }) => nativeOf(request).json.body,
  readAnswer: ({ body }, { channel }) => readContent(body, channel),
  openStream: ({ channel }) => new PassedContentStream(channel),
};

/** Google's generateContent and embedContent, by the key of a project. */
export const gemini: Provider = {
  adapters: {
    chat: {
      ...contentAnswers,
      picturesAsBytes: true,
      request: (call) =>
        upstreamRequest(call, contentBody(call, { hasIds: versionOf(call.channel, call.model) !== WITHOUT_IDS })),
    },
    embeddings: geminiEmbeddings,
  },
  native: {
    gemini: {
      chat: {
        ...passedContentAnswers,
        request: (call) => upstreamRequest(call, passedContentBody(nativeOf(call.request), call)),
      },
    },
  },
  readError: listedError,
  dueStatus: statusOfKeyRefusal,
  policy: { forbiddenMeansSpent: true, picturesUnseen: true },
};

/** Throws BadChannel. */
const upstreamRequest = ({ channel, model, request }: Call<'chat'>, body: Buffer): UpstreamRequest => ({
  ...geminiUrl(channel, model, actionOf(request.stream)),
  headers: geminiHeaders(['x-goog-api-key', channel.key], request.stream),
  body,
});
