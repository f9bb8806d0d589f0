import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { RelayError } from '../errors/relay-error.ts';
import type { AnswerStream } from '../modes/answer.ts';
import { type ChatRequest, validateChat } from '../modes/chat-request.ts';
import type { Call } from '../providers/provider.ts';
import type { Credentials } from '../upstream/short-lived-keys.ts';
import type { AnswerHead } from '../upstream/upstream-attempt.ts';
import type { UpstreamRequest } from '../upstream/upstream-request.ts';
import { type JsonObject, jsonRequestOf } from '../wire/json.ts';
import { channelView } from './fake-relay-view.ts';

/** A chat as callers send it; a word where nothing is said. */
export function chatRequest(fields: JsonObject = {}): ChatRequest {
  const json = jsonRequestOf({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...fields });
  const request = json instanceof RelayError ? json : validateChat(json);
  if (request instanceof RelayError) throw new Error(request.message);
  return request;
}

/** One that nobody pays for, for a channel of that type, made at 2023-11-14T22:13:20Z. */
export function chatCall(
  channel: Partial<Omit<ChannelView, 'id'>>,
  { model = 'm', ...fields }: JsonObject & { readonly model?: string } = {},
): Call<'chat'> {
  return {
    mode: 'chat',
    dialect: 'openai',
    channel: channelView({ id: 1, baseUrl: '', ...channel }),
    model,
    request: chatRequest({ model, ...fields }),
    priced: undefined,
    atMs: 1_700_000_000_000,
  };
}

export const NO_CREDENTIALS: Credentials = {
  shortLivedKey: () => {
    throw new Error('no key is asked for');
  },
};

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

/** What passes when bytes come in pieces of a size. */
export function passedThrough(stream: AnswerStream, bytes: Buffer, size = Infinity): string {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size)
    parts.push(stream.push(bytes.subarray(at, Math.min(bytes.length, at + size))) ?? Buffer.alloc(0));
  return Buffer.concat(parts).toString();
}

type Chunk = {
  readonly id: unknown;
  readonly created: unknown;
  readonly model: unknown;
  readonly choices: readonly { readonly delta: JsonObject; readonly finish_reason: string | null }[];
  readonly usage?: JsonObject;
};

/** The chunks of a completion in what a caller is told; an error is none. */
export const chunksIn = (said: string): readonly Chunk[] =>
  said
    .split('\n\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)) as Chunk)
    .filter((chunk) => 'choices' in chunk);

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
