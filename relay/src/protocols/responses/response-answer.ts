import { randomUUID } from 'node:crypto';
import { RelayError } from '../../errors/relay-error.ts';
import type { ChatRequest } from '../../modes/chat-request.ts';
import { responsesUsage } from '../../usage/told-usage.ts';
import type { ReportedUsage } from '../../usage/usage.ts';
import { isObject, type JsonObject, parsedJson } from '../../wire/json.ts';
import { jsonValues } from '../../wire/json-size.ts';
import { CUSTOM_PARAMETER, customToolsIn } from './responses-tools.ts';

/** Of a larger body instructions and tools are not repeated in its answer, nor in each event that has the response in it. */
const REPEATED_BYTES_MAX = 256 * 1024;

/** A chat completion as a response. `charged` is what the caller pays for, which is the provider's usage where it gave one. */
export function responseOf(completion: JsonObject, charged: ReportedUsage, request: ChatRequest): JsonObject {
  const [choice] = Array.isArray(completion['choices']) ? (completion['choices'] as unknown[]) : [];
  const { message, finish_reason: finish } = isObject(choice) ? choice : {};
  const head = headOf(completion, request);
  const output = outputOf(isObject(message) ? message : {}, String(head['id']), request);
  const items = output.map((item, index) => (index === output.length - 1 ? lastItem(item, finish) : item));
  return endedResponse(head, items, finish, responsesUsage(charged));
}

/** What of a response is known before its output. `told`: a completion, or the first chunk of one. */
export function headOf({ id, created, model }: JsonObject, request: ChatRequest): JsonObject {
  const body = request.native?.json.body ?? {};
  const isRepeated = (request.native?.json.bytes.length ?? 0) <= REPEATED_BYTES_MAX;
  return {
    id: responseId(id),
    object: 'response',
    created_at: typeof created === 'number' ? created : Math.floor(Date.now() / 1_000),
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: isRepeated ? (body['instructions'] ?? null) : null,
    max_output_tokens: body['max_output_tokens'] ?? null,
    max_tool_calls: body['max_tool_calls'] ?? null,
    model: typeof model === 'string' && model !== '' ? model : request.model,
    output: [],
    parallel_tool_calls: body['parallel_tool_calls'] ?? true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null, ...(isObject(body['reasoning']) ? body['reasoning'] : {}) },
    store: false,
    temperature: body['temperature'] ?? 1,
    text: { format: { type: 'text' }, ...(isObject(body['text']) && isRepeated ? body['text'] : {}) },
    tool_choice: (isRepeated ? body['tool_choice'] : undefined) ?? 'auto',
    tools: (isRepeated ? body['tools'] : undefined) ?? [],
    top_p: body['top_p'] ?? 1,
    truncation: 'disabled',
    usage: null,
    user: null,
    metadata: (isRepeated ? body['metadata'] : undefined) ?? {},
  };
}

const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['length', 'max_output_tokens'],
  ['content_filter', 'content_filter'],
]);

/** The response at its end. `finish`: why, as a chat says it. */
export function endedResponse(
  head: JsonObject,
  output: readonly JsonObject[],
  finish: unknown,
  usage: JsonObject,
): JsonObject {
  const reason = REASONS.get(finish);
  return {
    ...head,
    status: reason === undefined ? 'completed' : 'incomplete',
    incomplete_details: reason === undefined ? null : { reason },
    output,
    usage,
  };
}

/** The last item of an output, which is not whole where the response was cut in it. */
export const lastItem = (item: JsonObject, finish: unknown): JsonObject =>
  REASONS.has(finish) && item['status'] !== undefined ? { ...item, status: 'incomplete' } : item;

/** `completion`: the id that the upstream gave; a response's own begins with resp_. */
const responseId = (completion: unknown): string => {
  const given = typeof completion === 'string' && completion !== '' ? completion : randomUUID();
  return given.startsWith('resp_') ? given : `resp_${given}`;
};

/** What a model thought, as far as providers of OpenAI's form tell it. */
export const thoughtIn = ({ reasoning_content: content, reasoning }: JsonObject): string =>
  textOf(content ?? reasoning);

/** What it said. */
export const textIn = ({ content }: JsonObject): string =>
  Array.isArray(content)
    ? (content as unknown[]).map((part) => (isObject(part) ? textOf(part['text']) : '')).join('')
    : textOf(content);

/** Why it will not answer. */
export const refusalIn = ({ refusal }: JsonObject): string => textOf(refusal);

/** Calls in a message or a delta, legacy ones too. */
export function callsIn({ tool_calls: calls, function_call: legacy }: JsonObject): readonly JsonObject[] {
  const called = Array.isArray(calls) ? (calls as unknown[]).filter(isObject) : [];
  return isObject(legacy) ? [...called, { index: 0, function: legacy }] : called;
}

function outputOf(message: JsonObject, responseOfId: string, request: ChatRequest): readonly JsonObject[] {
  const custom = customToolsIn(request.native?.json.body ?? {});
  const [thought, text, refusal] = [thoughtIn(message), textIn(message), refusalIn(message)];
  const items: JsonObject[] = [];
  const add = (item: (id: string) => JsonObject): void => {
    items.push(item(`${responseOfId}_${items.length}`));
  };
  if (thought !== '') add((id) => reasoningItem(id, thought));
  if (text !== '') add((id) => messageItem(id, textPart(text)));
  if (refusal !== '') add((id) => messageItem(id, refusalPart(refusal)));
  for (const call of callsIn(message)) {
    const { name, arguments: written } = isObject(call['function']) ? call['function'] : {};
    add((id) => callItem(id, callIdOf(call['id'], id), textOf(name), textOf(written), custom));
  }
  return items;
}

export const textPart = (text: string): JsonObject => ({ type: 'output_text', text, annotations: [], logprobs: [] });
export const refusalPart = (refusal: string): JsonObject => ({ type: 'refusal', refusal });
export const summaryPart = (text: string): JsonObject => ({ type: 'summary_text', text });

/** Items of an output; `id` is unique among all of them. */
export const reasoningItem = (id: string, thought: string): JsonObject => ({
  id: `rs_${id}`,
  type: 'reasoning',
  summary: [summaryPart(thought)],
});

export const messageItem = (id: string, part: JsonObject): JsonObject => ({
  id: `msg_${id}`,
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content: [part],
});

/** `custom`: names of the tools whose input is a text. */
export const callItem = (
  id: string,
  callId: string,
  name: string,
  written: string,
  custom: ReadonlySet<unknown>,
): JsonObject =>
  custom.has(name)
    ? { id: `ctc_${id}`, type: 'custom_tool_call', status: 'completed', call_id: callId, name, input: inputIn(written) }
    : {
        id: `fc_${id}`,
        type: 'function_call',
        status: 'completed',
        call_id: callId,
        name,
        arguments: written.trim() === '' ? '{}' : written,
      };

/** Ids have letters, digits, _ and - alone, so that every upstream takes them back. `itemId` makes one where the upstream gave none. */
export const callIdOf = (id: unknown, itemId: string): string =>
  (typeof id === 'string' && id !== '' ? id : `call_${itemId}`).replaceAll(/[^a-zA-Z0-9_-]/g, '_');

/** The text that a custom tool gets; what is no such function's argument stands as it was written. */
function inputIn(written: string): string {
  const called = jsonValues(Buffer.from(written)) instanceof RelayError ? undefined : parsedJson(written);
  const input = isObject(called) ? called[CUSTOM_PARAMETER] : undefined;
  return typeof input === 'string' ? input : written;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
