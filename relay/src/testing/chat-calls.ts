import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { Call } from '../providers/provider.ts';
import type { AnswerHead } from '../upstream/upstream-attempt.ts';
import type { UpstreamRequest } from '../upstream/upstream-request.ts';
import type { JsonObject } from '../wire/json.ts';
import { channelView } from './fake-relay-view.ts';
import { chatOf, chunksIn } from './provider-call.ts';

/** A chat that nobody pays for, for a channel of that type, made at 2023-11-14T22:13:20Z. */
export function chatCall(
  channel: Partial<Omit<ChannelView, 'id'>>,
  { model = 'm', ...fields }: JsonObject & { readonly model?: string } = {},
): Call<'chat'> {
  return {
    mode: 'chat',
    dialect: 'openai',
    channel: channelView({ id: 1, baseUrl: '', ...channel }),
    model,
    request: chatOf({ model, ...fields }),
    priced: undefined,
    atMs: 1_700_000_000_000,
  };
}

export const answerHead = (contentType = 'application/json', status = 200): AnswerHead => ({
  status,
  statusText: '',
  headers: { 'content-type': contentType },
});

/** The JSON that goes up by HTTP. */
export function bodyOf(request: UpstreamRequest): JsonObject {
  if (request.kind === 'websocket') throw new Error('a WebSocket has no body');
  return JSON.parse(request.body?.toString() ?? '') as JsonObject;
}

/** A header of a request, '' without. */
export function headerSent({ headers }: UpstreamRequest, name: string): string {
  const at = headers.findIndex((header, index) => index % 2 === 0 && header === name);
  return at < 0 ? '' : (headers[at + 1] ?? '');
}

/** What the chunks of one choice say, put together as callers do. */
export function messageIn(said: string): {
  readonly content: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly id: unknown; readonly name: unknown; readonly arguments: string }[];
  readonly finish: readonly string[];
} {
  const choices = chunksIn(said).flatMap((chunk) => chunk.choices);
  const calls: { id: unknown; name: unknown; arguments: string }[] = [];
  for (const { delta } of choices) {
    for (const { index, id, function: called } of (delta['tool_calls'] ?? []) as {
      index: number;
      id?: string;
      function: { name?: string; arguments?: string };
    }[]) {
      const call = (calls[index] ??= { id, name: called.name, arguments: '' });
      call.arguments += called.arguments ?? '';
    }
  }
  const textOf = (member: string): string => choices.map(({ delta }) => delta[member] ?? '').join('');
  return {
    content: textOf('content'),
    reasoning: textOf('reasoning_content'),
    calls,
    finish: choices.flatMap(({ finish_reason: reason }) => (reason === null ? [] : [reason])),
  };
}
