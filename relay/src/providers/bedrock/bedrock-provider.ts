import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { nativeOf } from '../../modes/chat-request.ts';
import { sentBody } from '../overrides/sent-body.ts';
import { headerOf } from '../../upstream/answer-headers.ts';
import type { AnswerHead } from '../../upstream/upstream-attempt.ts';
import type { UpstreamRequest } from '../../upstream/upstream-request.ts';
import { messagesAnswers, passedMessagesAnswers } from '../anthropic/anthropic-provider.ts';
import { messagesBody } from '../anthropic/messages-body.ts';
import { passedMessagesBody } from '../anthropic/passed-messages-body.ts';
import type { Adapter, Call, Provider } from '../provider.ts';
import { bedrockBody } from './bedrock-body.ts';
import { bedrockModelId } from './bedrock-models.ts';
import { accountOf, signedRequest } from './bedrock-signing.ts';
import { BedrockStream } from './bedrock-stream.ts';

const { defaultBaseUrl: DEFAULT_BASE_URL } = channelTypeNamed('bedrock');
const EVENT_STREAM = 'application/vnd.amazon.eventstream';

type Answers = Omit<Adapter<'chat'>, 'request'>;

/** Answers of Anthropic's that stand in AWS's frames where they are streamed. */
const framed = (answers: Answers): Answers => ({
  ...answers,
  signsBody: true,
  streams: isEventStream,
  openStream: (call, head) => {
    const events = answers.openStream?.(call, head);
    if (events === undefined) throw new Error('messages are streamed');
    return new BedrockStream(events);
  },
});

const isEventStream = ({ headers }: AnswerHead): boolean =>
  headerOf(headers, 'content-type').toLowerCase().startsWith(EVENT_STREAM);

/** Claude at AWS Bedrock (docs/behaviour.md#bedrock): Anthropic's messages in AWS's envelope. */
export const bedrock: Provider = {
  adapters: {
    chat: {
      ...framed(messagesAnswers),
      picturesAsBytes: true,
      request: (call) => upstreamRequest(call, messagesBody(call.request, call.model), []),
    },
  },
  native: {
    anthropic: {
      chat: {
        ...framed(passedMessagesAnswers),
        request: (call) => {
          const native = nativeOf(call.request);
          return upstreamRequest(call, passedMessagesBody(native, call), native.headers);
        },
      },
    },
  },
  policy: { picturesUnseen: true },
};

/** `passed`: the caller's headers that go up. Throws and rejects with BadChannel. */
function upstreamRequest(call: Call<'chat'>, messages: Buffer, passed: readonly string[]): Promise<UpstreamRequest> {
  const { channel, model, request, atMs } = call;
  const account = accountOf(channel);
  const { region } = account;
  const action = request.stream ? 'invoke-with-response-stream' : 'invoke';
  const base = channel.baseUrl === '' ? DEFAULT_BASE_URL.replace('{region}', region) : channel.baseUrl;
  const path = `/model/${encodeURIComponent(bedrockModelId(model, region))}/${action}`;
  const accept = request.stream ? EVENT_STREAM : 'application/json';
  const headers = ['accept', accept, 'accept-encoding', 'identity'];
  const body = sentBody(bedrockBody(messages, passed), call, 'anthropic');
  return signedRequest(account, { base, path }, { body, headers }, atMs);
}
