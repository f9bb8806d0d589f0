import type { IncomingHttpHeaders } from 'node:http';
import { RelayError } from '../../errors/relay-error.ts';
import type { ReadAnswer } from '../../modes/answer.ts';
import { askedOfMessages } from '../../modes/asked.ts';
import { type ChatRequest, validateChat } from '../../modes/chat-request.ts';
import { EFFORT_BY_FORM } from '../../modes/effort-by-form.ts';
import { ZERO_USAGE } from '../../usage/usage.ts';
import { membersOf } from '../../wire/json-splice.ts';
import type { JsonObject, JsonRequest } from '../../wire/json.ts';
import { MemberNames } from '../../wire/member-names.ts';
import type { CountProtocol, Protocol } from '../protocol.ts';
import type { Fields } from '../fields.ts';
import { anthropicError } from './anthropic-error.ts';
import { anthropicUsage } from '../../usage/told-usage.ts';
import { messageOf } from './message-answer.ts';
import { streamOfMessage } from './message-events.ts';
import { MessageStream } from './message-stream.ts';
import { innerFormOf, type Needs } from './messages-parsing.ts';
import { leftBehind, messagesSizeOf } from './messages-size.ts';

const FIELDS: Fields = new Map([
  ['messages', 'messages'],
  ['tools', 'tools'],
  ['stop', 'stop_sequences'],
  ['reasoning_effort', 'thinking'],
  ['response_format', 'output_config.format'],
  ['user', 'metadata.user_id'],
]);

/** POST /v1/messages (docs/behaviour.md#messages). */
export const anthropicMessages: Protocol<'chat'> = {
  mode: 'chat',
  dialect: 'anthropic',
  parse: (json, http) => parseMessages(json, http.headers, { maximum: true }),
  conversion: {
    refusal: ({ native }) => native?.only,
    fields: FIELDS,
    answer: (completion, request) => ({ ...completion, body: messageBody(completion, request) }),
    stream: (chunks, request) => new MessageStream(chunks, request.model),
  },
  usage: anthropicUsage,
  streamOf: ({ body, usage }, _, charged) => streamOfMessage(body, usage === undefined ? charged : undefined),
  error: anthropicError,
};

/** POST /v1/messages/count_tokens. */
export const anthropicCount: CountProtocol = {
  parse: (json, http) => parseMessages(json, http.headers, { maximum: false }),
  answer: (tokens) => ({ input_tokens: tokens }),
  error: anthropicError,
};

const NAMES = new MemberNames(
  [
    'model',
    'messages',
    'system',
    'max_tokens',
    'stream',
    'tools',
    'tool_choice',
    'thinking',
    'service_tier',
    'speed',
    'inference_geo',
    'fallbacks',
    'thread',
  ],
  [
    'cache_control',
    'container',
    'context_management',
    'mcp_servers',
    'metadata',
    'output_config',
    'output_format',
    'stop_sequences',
    'temperature',
    'top_k',
    'top_p',
  ],
);

/** Headers of the caller that an upstream of the same dialect gets: they decide what its body means. */
const PASSED_HEADERS = ['anthropic-version', 'anthropic-beta'];

/** A body of messages as an inner request, with the caller's own bytes beside it; a RelayError names the field. */
export function parseMessages(json: JsonRequest, headers: IncomingHttpHeaders, needs: Needs): ChatRequest | RelayError {
  const bad = NAMES.badAmong(membersOf(json.bytes));
  if (bad !== undefined) return RelayError.field(bad.field, bad.problem);
  const inner = innerFormOf(json.body, needs);
  if (inner instanceof RelayError) return inner;
  const { body, nativeOnly } = inner;
  const request = validateChat({ bytes: Buffer.from(JSON.stringify(body)), body, model: json.model });
  if (request instanceof RelayError) return request;
  const passed = PASSED_HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [name, String(value)];
  });
  return {
    ...request,
    native: {
      json,
      headers: passed,
      only: nativeOnly,
      sizeOf: (model) => messagesSizeOf(json.body, model),
      leftBehind: leftBehind(json.body),
      asked: () => askedOfMessages(json.body),
      effort: EFFORT_BY_FORM.anthropic(json.body),
    },
  };
}

function messageBody({ body, usage }: ReadAnswer, { model }: ChatRequest): Buffer {
  const completion = JSON.parse(body.toString('utf8')) as JsonObject;
  return Buffer.from(JSON.stringify(messageOf(completion, usage ?? ZERO_USAGE, model)));
}
