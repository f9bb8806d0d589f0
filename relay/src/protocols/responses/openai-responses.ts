import { RelayError } from '../../errors/relay-error.ts';
import type { ReadAnswer } from '../../modes/answer.ts';
import { type ChatRequest, validateChat } from '../../modes/chat-request.ts';
import { EFFORT_BY_FORM } from '../../modes/effort-by-form.ts';
import { askedOfResponses } from '../../modes/responses-tools.ts';
import { responsesUsage } from '../../usage/told-usage.ts';
import { ZERO_USAGE } from '../../usage/usage.ts';
import { membersOf } from '../../wire/json-splice.ts';
import { isObject, type JsonObject, type JsonRequest } from '../../wire/json.ts';
import { MemberNames } from '../../wire/member-names.ts';
import type { Protocol } from '../protocol.ts';
import type { Fields } from '../fields.ts';
import { responseOf } from './response-answer.ts';
import { streamOfResponse } from './response-events.ts';
import { ResponseStream } from './response-stream.ts';
import { responsesError } from './responses-error.ts';
import { innerFormOf } from './responses-parsing.ts';
import { responsesSizeOf } from './responses-size.ts';

const FIELDS: Fields = new Map([
  ['messages', 'input'],
  ['max_tokens', 'max_output_tokens'],
  ['tools', 'tools'],
  ['reasoning_effort', 'reasoning.effort'],
  ['response_format', 'text.format'],
  ['verbosity', 'text.verbosity'],
]);

/** POST /v1/responses (docs/behaviour.md#responses). */
export const openAiResponses: Protocol<'chat'> = {
  mode: 'chat',
  dialect: 'responses',
  parse: (json, { headers }) => parseResponses(json, headers['openai-beta']),
  conversion: {
    refusal: ({ native }) => native?.only,
    fields: FIELDS,
    answer: (completion, request) => ({ ...completion, body: responseBody(completion, request) }),
    stream: (chunks, request) => new ResponseStream(chunks, request),
  },
  usage: responsesUsage,
  streamOf({ body, usage }, _, charged) {
    const response = JSON.parse(body.toString('utf8')) as JsonObject;
    const isTold = usage !== undefined || isObject(response['usage']);
    return streamOfResponse(isTold ? response : { ...response, usage: responsesUsage(charged) });
  },
  error: responsesError,
};

/** POST /v1/responses/compact: what a conversation comes to, for who goes on with it. */
export const openAiCompaction: Protocol<'chat'> = {
  ...openAiResponses,
  parse: (json, { headers }) => parseCompaction(json, headers['openai-beta']),
};

const NAMES = new MemberNames(
  [
    'model',
    'input',
    'instructions',
    'stream',
    'max_output_tokens',
    'max_tool_calls',
    'tools',
    'service_tier',
    'background',
    'previous_response_id',
    'conversation',
    'prompt',
    'store',
    'reasoning',
    'context_management',
  ],
  [
    'include',
    'metadata',
    'parallel_tool_calls',
    'prompt_cache_key',
    'prompt_cache_retention',
    'safety_identifier',
    'stream_options',
    'temperature',
    'text',
    'tool_choice',
    'top_logprobs',
    'top_p',
    'truncation',
    'user',
  ],
);

/**
 * A body of Responses as an inner request, with the caller's own bytes beside it; a RelayError names the field. `beta`: the header that says what a body
 * means, which goes up with it.
 */
export function parseResponses(json: JsonRequest, beta: string | string[] | undefined): ChatRequest | RelayError {
  const bad = NAMES.badAmong(membersOf(json.bytes));
  if (bad !== undefined) return RelayError.field(bad.field, bad.problem);
  const inner = innerFormOf(json.body);
  if (inner instanceof RelayError) return inner;
  const { body, nativeOnly } = inner;
  const request = validateChat({ bytes: Buffer.from(JSON.stringify(body)), body, model: json.model });
  if (request instanceof RelayError) return request;
  return {
    ...request,
    native: {
      json,
      headers: beta === undefined ? [] : ['openai-beta', String(beta)],
      only: nativeOnly,
      sizeOf: (model) => responsesSizeOf(json.body, model),
      leftBehind: [],
      asked: (model) => askedOfResponses(json.body, model),
      effort: EFFORT_BY_FORM.responses(json.body),
    },
  };
}

function parseCompaction(json: JsonRequest, beta: string | string[] | undefined): ChatRequest | RelayError {
  const request = parseResponses(json, beta);
  if (request instanceof RelayError || request.native === undefined) return request;
  if (request.stream) return RelayError.field('stream', 'cannot be true, since a compaction comes whole');
  const only = RelayError.field(
    '',
    "only channels that speak OpenAI's Responses themselves can compact a conversation",
  );
  return { ...request, native: { ...request.native, only: request.native.only ?? only, isCompaction: true } };
}

function responseBody({ body, usage }: ReadAnswer, request: ChatRequest): Buffer {
  const completion = JSON.parse(body.toString('utf8')) as JsonObject;
  return Buffer.from(JSON.stringify(responseOf(completion, usage ?? ZERO_USAGE, request)));
}
