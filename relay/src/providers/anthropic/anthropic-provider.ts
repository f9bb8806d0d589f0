import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { BadChannel } from '../../errors/bad-channel.ts';
import { isUsageTold, nativeOf } from '../../modes/chat-request.ts';
import { isSendable } from '../../upstream/answer-headers.ts';
import type { UpstreamRequest } from '../../upstream/upstream-request.ts';
import { splitUrl } from '../../wire/split-url.ts';
import { createdS } from '../created.ts';
import type { Adapter, Call, Provider } from '../provider.ts';
import { completedStream, readCompleted } from './complete-answer.ts';
import { completeBody } from './complete-body.ts';
import { readMessage, readMessageAsCompletion } from './messages-answer.ts';
import { messagesBody } from './messages-body.ts';
import { MessagesStream } from './messages-stream.ts';
import { passedMessagesBody } from './passed-messages-body.ts';
import { PassedMessagesStream } from './passed-messages-stream.ts';

const { defaultBaseUrl: DEFAULT_BASE_URL } = channelTypeNamed('anthropic');
const MESSAGES = '/v1/messages';
const COMPLETE = '/v1/complete';
const VERSION_HEADER = 'anthropic-version';
const VERSION = '2023-06-01';

type Answers = Omit<Adapter<'chat'>, 'request'> & Required<Pick<Adapter<'chat'>, 'openStream'>>;

/** Messages, converted for callers of other protocols. */
export const messagesAnswers: Answers = {
  form: () => 'anthropic',
  converts: true,
  readAnswer: ({ body }, call) => readMessageAsCompletion(body, createdS(call)),
  openStream: (call) =>
    new MessagesStream({
      usageAsked: isUsageTold(call.request),
      model: call.model,
      createdS: createdS(call),
      channel: call.channel,
    }),
};

/** The same byte for byte, for those who speak it. */
export const passedMessagesAnswers: Answers = {
  form: () => 'anthropic',
  sentWords: ({ request }) => {
    const { json, headers } = nativeOf(request);
    return [json.body, headers];
  },
  readAnswer: ({ body }) => readMessage(body),
  openStream: ({ channel, request }) => new PassedMessagesStream(channel, request.costAsked !== undefined),
};

/** Models before messages, which complete a text. */
const completesTexts = (model: string): boolean => /^claude-(?:2|instant)(?![^.-])/.test(model);

/** Messages to any model but the first ones. */
const chat: Adapter<'chat'> = {
  picturesAsBytes: true,
  converts: true,
  form: (call) => (completesTexts(call.model) ? 'openai' : 'anthropic'),
  request: (call) =>
    completesTexts(call.model)
      ? upstreamRequest(call, COMPLETE, completeBody(call.request, call.model), [])
      : upstreamRequest(call, MESSAGES, messagesBody(call.request, call.model), []),
  readAnswer: (answer, call) =>
    completesTexts(call.model) ? readCompleted(answer.body, call) : messagesAnswers.readAnswer(answer, call),
  openStream: (call, head) =>
    completesTexts(call.model) ? completedStream(call) : messagesAnswers.openStream(call, head),
};

/** Anthropic's messages, by its own key. */
export const anthropic: Provider = {
  adapters: { chat },
  native: {
    anthropic: {
      chat: {
        ...passedMessagesAnswers,
        request: (call) => {
          const native = nativeOf(call.request);
          return upstreamRequest(call, MESSAGES, passedMessagesBody(native, call), native.headers);
        },
      },
    },
  },
  speaks: (_dialect, model) => !completesTexts(model),
  policy: { retriesBadRequest: true, picturesUnseen: true },
};

/** `passed`: the caller's headers that go up, names and values in turn. Throws BadChannel. */
function upstreamRequest(
  { channel, request }: Call<'chat'>,
  path: string,
  body: Buffer,
  passed: readonly string[],
): UpstreamRequest {
  return {
    ...splitUrl(channel.baseUrl === '' ? DEFAULT_BASE_URL : channel.baseUrl, path),
    headers: [
      ...ownHeaders(channel, request.stream),
      ...(passed.includes(VERSION_HEADER) ? [] : [VERSION_HEADER, VERSION]),
      ...passed,
    ],
    body,
  };
}

/** The key, and no compression, so that bytes pass as they are. */
function ownHeaders({ key }: ChannelView, isStream: boolean): readonly string[] {
  if (!isSendable(key)) throw new BadChannel("the channel's key holds characters that cannot be sent");
  return [
    'x-api-key',
    key,
    'content-type',
    'application/json',
    'accept',
    isStream ? 'text/event-stream' : 'application/json',
    'accept-encoding',
    'identity',
  ];
}
