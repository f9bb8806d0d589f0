import { RelayError } from '../../errors/relay-error.ts';
import type { ReadAnswer } from '../../modes/answer.ts';
import { type ChatRequest, validateChat } from '../../modes/chat-request.ts';
import { EFFORT_BY_FORM } from '../../modes/effort-by-form.ts';
import { askedOfGemini, memberOf } from '../../modes/gemini-asks.ts';
import { geminiUsage } from '../../usage/told-usage.ts';
import { type ReportedUsage, ZERO_USAGE } from '../../usage/usage.ts';
import { isObject, type JsonObject, type JsonRequest } from '../../wire/json.ts';
import type { CountProtocol, Protocol } from '../protocol.ts';
import type { Fields } from '../fields.ts';
import { geminiArrayError, geminiError } from './gemini-error.ts';
import { innerFormOf, twiceIn } from './generate-parsing.ts';
import { generateSizeOf } from './generate-size.ts';
import { generatedOf } from './generated-answer.ts';
import { GeneratedStream } from './generated-stream.ts';
import { jsonArray } from './json-array-stream.ts';

const FIELDS: Fields = new Map([
  ['messages', 'contents'],
  ['max_tokens', 'generationConfig.maxOutputTokens'],
  ['tools', 'tools'],
  ['tool_choice', 'toolConfig'],
  ['stop', 'generationConfig.stopSequences'],
  ['temperature', 'generationConfig.temperature'],
  ['top_p', 'generationConfig.topP'],
  ['n', 'generationConfig.candidateCount'],
  ['seed', 'generationConfig.seed'],
  ['presence_penalty', 'generationConfig.presencePenalty'],
  ['frequency_penalty', 'generationConfig.frequencyPenalty'],
  ['reasoning_effort', 'generationConfig.thinkingConfig'],
  ['response_format', 'generationConfig.responseSchema'],
  ['modalities', 'generationConfig.responseModalities'],
]);

/** POST /v1beta/models/{model}:generateContent (docs/behaviour.md#generatecontent). */
export const geminiContent: Protocol<'chat'> = {
  mode: 'chat',
  dialect: 'gemini',
  parse: (json) => parseContent(json, false),
  conversion: {
    refusal: ({ native }) => native?.only,
    fields: FIELDS,
    answer: (completion, request) => ({ ...completion, body: generatedBody(completion, request) }),
    stream: (chunks, request) => new GeneratedStream(chunks, request.model),
  },
  usage: geminiUsage,
  usageMember: 'usageMetadata',
  error: geminiError,
};

/** POST /v1beta/models/{model}:streamGenerateContent?alt=sse. */
export const geminiStream: Protocol<'chat'> = {
  ...geminiContent,
  parse: (json) => parseContent(json, true),
  streamOf: ({ body, usage }, _, charged) =>
    Buffer.from(`data: ${wholeAnswer(body, usage === undefined ? charged : undefined)}\n\n`),
};

/** The same without `alt=sse`. */
export const geminiArray: Protocol<'chat'> = {
  ...geminiStream,
  framing: jsonArray,
  streamOf: ({ body, usage }, _, charged) =>
    Buffer.from(`[${wholeAnswer(body, usage === undefined ? charged : undefined)}]`),
  error: geminiArrayError,
};

/** POST /v1beta/models/{model}:countTokens. Its body is what would be generated from, or the contents of that. */
export const geminiCount: CountProtocol = {
  parse: (json) => {
    const whole = memberOf(json.body, 'generateContentRequest');
    if (!isObject(whole)) return parseContent(json, false);
    return parseContent({ ...json, body: whole, bytes: Buffer.from(JSON.stringify(whole)) }, false);
  },
  answer: (tokens) => ({ totalTokens: tokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: tokens }] }),
  error: geminiError,
};

/** A body of generateContent as an inner request, with the caller's own bytes beside it; a RelayError names the field. */
export function parseContent(json: JsonRequest, stream: boolean): ChatRequest | RelayError {
  const twice = twiceIn(json.bytes);
  if (twice !== undefined) return RelayError.field(twice, 'stands in the body twice');
  const inner = innerFormOf(json.body, { model: json.model, stream });
  if (inner instanceof RelayError) return inner;
  const { body, nativeOnly } = inner;
  const request = validateChat({ bytes: Buffer.from(JSON.stringify(body)), body, model: json.model });
  if (request instanceof RelayError) return request;
  return {
    ...request,
    native: {
      json,
      headers: [],
      only: nativeOnly,
      sizeOf: (model) => generateSizeOf(json.body, model),
      leftBehind: [],
      asked: () => askedOfGemini(json.body),
      effort: EFFORT_BY_FORM.gemini(json.body),
    },
  };
}

function generatedBody({ body, usage }: ReadAnswer, { model }: ChatRequest): Buffer {
  const completion = JSON.parse(body.toString('utf8')) as JsonObject;
  return Buffer.from(JSON.stringify(generatedOf(completion, usage ?? ZERO_USAGE, model)));
}

/** `charged` stands for the usage of an answer that has none. */
function wholeAnswer(answer: Buffer, charged: ReportedUsage | undefined): string {
  const told = JSON.parse(answer.toString('utf8')) as JsonObject;
  return JSON.stringify(charged === undefined ? told : { ...told, usageMetadata: geminiUsage(charged) });
}
