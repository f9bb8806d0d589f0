import type { ChatRequest } from '../../chat/chat-request.ts';
import { changed, firstElementOf, membersOf } from '../../chat/json-splice.ts';
import type { ChatCall } from '../chat-provider.ts';

/** Playgrounds send 0 for "no maximum", which providers refuse. */
const MAXIMA = ['max_tokens', 'max_completion_tokens'] as const;
const EFFORT = /-(high|low|medium)$/;

/** Members to change in a request's bytes, as JSON text; null takes one away. */
type MemberChanges = Map<string, string | null>;

/** The bytes for an upstream that speaks OpenAI's protocol: the caller's own when nothing has to change (contract B.6, B.8, E row 1). */
export function openAiBody({ request, model }: Pick<ChatCall, 'request' | 'model'>): Buffer {
  const changes: MemberChanges = new Map();
  if (isReasoningModel(model)) changeForReasoning(request, model, changes);
  else if (model !== request.model) changes.set('model', JSON.stringify(model));
  for (const name of MAXIMA) if (request.body[name] === 0) changes.set(name, null);
  if (request.stream && !request.usageAsked) changes.set('stream_options', streamOptionsWithUsage(request));
  return changes.size === 0 ? request.bytes : changed(request.bytes, request.members, changes);
}

/** The effort that the name of a reasoning model asks for by its end. */
const effortOf = (model: string): string | undefined => EFFORT.exec(model)?.[1];

/** How hard the model is asked to think: by its name's end, which goes before what the caller says. Undefined where nobody says. */
export function reasoningEffortOf({ body }: Pick<ChatRequest, 'body'>, model: string): string | undefined {
  const named = isReasoningModel(model) ? effortOf(model) : undefined;
  const said = body['reasoning_effort'];
  return named ?? (typeof said === 'string' && said !== '' ? said : undefined);
}

/** Models of the o1 and o3 families. */
export const isReasoningModel = (model: string): boolean => model.startsWith('o1') || model.startsWith('o3');

function changeForReasoning(request: ChatRequest, model: string, changes: MemberChanges): void {
  const { body } = request;
  const effort = effortOf(model);
  const upstreamModel = effort === undefined ? model : model.slice(0, -effort.length - 1);
  if (upstreamModel !== request.model) changes.set('model', JSON.stringify(upstreamModel));
  if (effort !== undefined) changes.set('reasoning_effort', JSON.stringify(effort));
  if (typeof body['max_tokens'] === 'number') {
    changes.set('max_tokens', null);
    if (typeof body['max_completion_tokens'] !== 'number' && body['max_tokens'] > 0)
      changes.set('max_completion_tokens', String(body['max_tokens']));
  }
  if (upstreamModel.startsWith('o3') && 'temperature' in body) changes.set('temperature', null);
  if (takesDeveloperRole(upstreamModel) && request.messages[0]?.['role'] === 'system') {
    const messages = messagesWithDeveloper(request);
    if (messages !== undefined) changes.set('messages', messages);
  }
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
