import { readFileSync } from 'node:fs';
import type { Adapter, Call } from '../providers/provider.ts';
import { type JsonObject } from '../wire/json.ts';
import { answerHead, messageIn } from './chat-calls.ts';
import { passedBy } from './provider-call.ts';

/** What a provider was documented to say, and what callers are to hear of it. */
type ProviderFixture = {
  /** The document from which it was taken. */
  readonly source: string;
  readonly answer: JsonObject;
  readonly completion: JsonObject;
  /** Events of its stream. */
  readonly stream: readonly unknown[];
  readonly streamed: JsonObject;
  readonly errors: readonly { readonly told: JsonObject; readonly status: number; readonly message: string }[];
};

/** `url`: where the test's file stands, beside the folder of fixtures. */
export const fixtureOf = (url: string, name: string): ProviderFixture =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, url), 'utf8')) as ProviderFixture;

/** What a caller hears of a whole answer, in the words of `completion`; the refusal where it is one. */
export function heardWhole(adapter: Adapter<'chat'> | undefined, body: Buffer, call: Call<'chat'>): JsonObject {
  const read = adapter?.readAnswer({ head: answerHead(), body }, call);
  if (read === undefined) return { none: true };
  if ('error' in read) return { status: read.status, message: read.error.message };
  const { choices, ...others } = JSON.parse(read.body.toString()) as JsonObject;
  const [{ message, finish_reason: finish }] = choices as [{ message: JsonObject; finish_reason: string }];
  const { content, reasoning_content: reasoning, tool_calls: calls } = message;
  return {
    id: others['id'],
    content,
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(calls === undefined ? {} : { calls }),
    finish,
    usage: read.usage === undefined ? null : { prompt: read.usage.prompt, completion: read.usage.completion },
  };
}

/** What a caller hears of a stream in pieces of a size, in the words of `streamed`; the refusal where it begins with one. */
export function heardStreamed(
  adapter: Adapter<'chat'> | undefined,
  bytes: Buffer,
  size: number,
  call: Call<'chat'>,
): JsonObject {
  const stream = adapter?.openStream?.(call, answerHead('text/event-stream'));
  if (stream === undefined) return { none: true };
  const said = passedBy(stream, bytes, size);
  if (stream.refusal !== undefined) return { status: stream.refusal.status, message: stream.refusal.error.message };
  const { content, reasoning, calls, finish } = messageIn(said);
  const usage = stream.usage();
  return {
    id: stream.facts?.()?.id,
    content,
    ...(reasoning === '' ? {} : { reasoning }),
    ...(calls.length === 0 ? {} : { calls }),
    finish,
    usage: usage === undefined ? null : { prompt: usage.prompt, completion: usage.completion },
    isWhole: stream.isWhole(),
  };
}

/** Server-sent events with this JSON as their data. */
export const asEvents = (events: readonly unknown[]): Buffer =>
  Buffer.from(events.map((data) => `data: ${JSON.stringify(data)}\n\n`).join(''));
