import { channelTypeOf } from '@ledgate/domain/channel/channel-types';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { dearTier, extrasOfOpenAi } from '../../modes/asked.ts';
import type { ChatRequest } from '../../modes/chat-request.ts';
import {
  effortOf,
  isReasoningModel,
  refusesEffort,
  refusesMaxTokens,
  refusesSampling,
  refusesStop,
} from '../../modes/reasoning-effort.ts';
import { changed, firstElementOf, membersOf } from '../../wire/json-splice.ts';
import type { JsonObject } from '../../wire/json.ts';
import type { Call } from '../provider.ts';
import { maySell, maySellTier } from '../sales.ts';

/** Playgrounds send 0 for "no maximum", which providers refuse. */
const MAXIMA = ['max_tokens', 'max_completion_tokens'] as const;

/** What other models choose among words by. */
const SAMPLING = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty'] as const;

/** Members to change in a request's bytes, as JSON text; null takes one away. */
export type MemberChanges = Map<string, string | null>;

type Rewritten = Pick<Call<'chat'>, 'request' | 'model' | 'channel' | 'priced'>;

/**
 * The bytes for an upstream that speaks OpenAI's protocol: the caller's own when nothing has to change (docs/behaviour.md#chat-requests). Throws
 * UnsupportedRequest where it asks for what has no price.
 */
export function openAiBody(call: Rewritten): Buffer {
  const { request } = call;
  const changes = openAiChanges(call);
  return changes.size === 0 ? request.bytes : changed(request.bytes, request.members, changes);
}

/** What of the bytes changes. Throws as openAiBody does. */
export function openAiChanges(call: Rewritten): MemberChanges {
  const { request, model } = call;
  const changes: MemberChanges = new Map();
  refuseUnpriced(call);
  const tier = dearTier(request.body['service_tier']);
  if (tier !== undefined && !maySellTier(call, tier)) changes.set('service_tier', null);
  if (isReasoningModel(model)) changeForReasoning(request, model, changes);
  else if (model !== request.model) changes.set('model', JSON.stringify(model));
  if (request.native !== undefined) changeForeign(call, changes);
  for (const name of MAXIMA) if (request.body[name] === 0) changes.set(name, null);
  if (request.stream && !request.usageAsked) changes.set('stream_options', streamOptionsWithUsage(request));
  return changes;
}

/** Who speaks OpenAI's protocol has said it as he means it; what was said in another is said here as the model takes it. */
function changeForeign({ request, model, channel }: Rewritten, changes: MemberChanges): void {
  const { body } = request;
  if (channelTypeOf(channel.type)?.takesThoughts !== true) leaveThoughts(request, changes);
  if (body['reasoning_effort'] !== undefined && refusesEffort(model)) changes.set('reasoning_effort', null);
  if (!refusesMaxTokens(model)) return;
  renameMaximum(body, changes);
  if (!refusesSampling(model)) return;
  for (const name of SAMPLING) if (name in body) changes.set(name, null);
  if (body['stop'] !== undefined && refusesStop(model)) changes.set('stop', null);
}

/** The model's own name, without the effort that the name of a reasoning model may end with. */
export function upstreamModelOf(model: string): string {
  const effort = effortOf(model);
  return effort === undefined ? model : model.slice(0, -effort.length - 1);
}

function refuseUnpriced(call: Rewritten): void {
  for (const { field, extra } of extrasOfOpenAi(call.request.body))
    if (!maySell(call, extra)) throw new UnsupportedRequest(field, 'has no price here for this model');
}

function changeForReasoning(request: ChatRequest, model: string, changes: MemberChanges): void {
  const { body } = request;
  const effort = effortOf(model);
  const upstreamModel = upstreamModelOf(model);
  if (upstreamModel !== request.model) changes.set('model', JSON.stringify(upstreamModel));
  if (effort !== undefined) changes.set('reasoning_effort', JSON.stringify(effort));
  renameMaximum(body, changes);
  if (upstreamModel.startsWith('o3') && 'temperature' in body) changes.set('temperature', null);
  if (takesDeveloperRole(upstreamModel) && request.messages[0]?.['role'] === 'system') {
    const messages = messagesWithDeveloper(request);
    if (messages !== undefined) changes.set('messages', messages);
  }
}

function leaveThoughts({ messages }: ChatRequest, changes: MemberChanges): void {
  if (messages.every((message) => message['reasoning_content'] === undefined)) return;
  const text = changes.get('messages');
  const told = typeof text === 'string' ? (JSON.parse(text) as JsonObject[]) : messages;
  changes.set('messages', JSON.stringify(told.map(withoutThoughts)));
}

function withoutThoughts(message: JsonObject): JsonObject {
  const { reasoning_content: _, ...others } = message;
  return others;
}

function renameMaximum(body: JsonObject, changes: MemberChanges): void {
  if (typeof body['max_tokens'] !== 'number') return;
  changes.set('max_tokens', null);
  if (typeof body['max_completion_tokens'] !== 'number' && body['max_tokens'] > 0)
    changes.set('max_completion_tokens', String(body['max_tokens']));
}

const takesDeveloperRole = (model: string): boolean =>
  model === 'o1' || model === 'o1-2024-12-17' || model.startsWith('o3');

/** The messages' own text with the first one's role replaced. */
function messagesWithDeveloper({ bytes, members }: ChatRequest): string | undefined {
  const messages = members.find(({ name }) => name === 'messages');
  const first = messages === undefined ? undefined : firstElementOf(bytes, messages.valueStart);
  if (messages === undefined || first === undefined) return undefined;
  const role = membersOf(bytes, first).findLast(({ name }) => name === 'role');
  if (role === undefined) return undefined;
  return `${bytes.toString('utf8', messages.valueStart, role.valueStart)}"developer"${bytes.toString('utf8', role.valueEnd, messages.valueEnd)}`;
}

/** Usage is asked for on every stream, since the charge rests on it; other stream options stay. */
function streamOptionsWithUsage({ body }: ChatRequest): string {
  const given = body['stream_options'];
  return typeof given === 'object' && given !== null
    ? JSON.stringify({ ...given, include_usage: true })
    : '{"include_usage":true}';
}
