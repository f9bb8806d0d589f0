import type { AnswerStream, ReadAnswer, Refusal } from '../modes/answer.ts';
import type { Adapter, Call } from '../providers/provider.ts';
import { upstreamError } from '../upstream/upstream-error.ts';
import type { AnswerHead } from '../upstream/upstream-attempt.ts';
import type { Produced, ReportedUsage } from '../usage/usage.ts';
import { ZERO_USAGE } from '../usage/usage.ts';
import { isObject, jsonIn, type JsonObject, parsedJson } from '../wire/json.ts';
import { splitUrl } from '../wire/split-url.ts';

/** What a made-up provider says in one line: some words, the tokens at its end, or that it has failed with a code that is an HTTP status. */
export type FakeLine = { readonly words?: string; readonly tokens?: number; readonly failed?: number };

export const fakeLines = (...lines: readonly FakeLine[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const OK: AnswerHead = { status: 200, statusText: '', headers: {} };

const usageOf = (tokens: number): ReportedUsage => ({ ...ZERO_USAGE, prompt: tokens, completion: tokens });

const refusalOf = (status: number, { channel }: Call<'chat'>): Refusal => ({
  status,
  error: upstreamError(
    { ...OK, status },
    Buffer.from('{"error":{"message":"said with status 200","type":"fake"}}'),
    channel,
  ),
});

function read(body: Buffer, call: Call<'chat'>): ReadAnswer | Refusal | undefined {
  const line = jsonIn(body);
  if (!isObject(line)) return undefined;
  const { words, tokens, failed } = line as FakeLine;
  if (failed !== undefined) return refusalOf(failed, call);
  const message = { role: 'assistant', content: words ?? '' };
  return {
    body: Buffer.from(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] })),
    usage: tokens === undefined ? undefined : usageOf(tokens),
    produced: () => ({ texts: [words ?? ''], fixedTokens: 0, soundTokens: 0 }),
  };
}

/** A provider that answers JSON of its own, streams lines of it, and tells its failures with status 200. */
export const fakeChat: Adapter<'chat'> = {
  request: ({ channel, request }) => ({
    ...splitUrl(channel.baseUrl, '/fake'),
    headers: ['content-type', 'application/json'],
    body: request.bytes,
  }),
  readAnswer: ({ body }, call) => read(body, call),
  streams: ({ headers }) => headers['content-type'] === 'application/x-ndjson',
  openStream: (call) => new FakeStream(call),
};

/** Lines as chunks of a chat completion. */
export class FakeStream implements AnswerStream {
  readonly #call: Call<'chat'>;
  #rest = '';
  #words = '';
  #usage: ReportedUsage | undefined;
  ended = false;
  refusal: Refusal | undefined;

  constructor(call: Call<'chat'>) {
    this.#call = call;
  }

  push(chunk: Buffer): Buffer | undefined {
    const lines = `${this.#rest}${chunk.toString('utf8')}`.split('\n');
    this.#rest = lines.pop() ?? '';
    const said = lines.map((line) => this.#chunkOf(parsedJson(line) as JsonObject)).join('');
    return said === '' ? undefined : Buffer.from(said);
  }

  flush(): undefined {}

  isWhole(): boolean {
    return this.ended;
  }

  usage(): ReportedUsage | undefined {
    return this.#usage;
  }

  produced(): Produced | undefined {
    return this.#words === '' ? undefined : { texts: [this.#words], fixedTokens: 0, soundTokens: 0 };
  }

  takeCountable(): undefined {}

  ending(): Buffer {
    return Buffer.from('data: [DONE]\n\n');
  }

  #chunkOf({ words, tokens, failed }: FakeLine): string {
    if (failed !== undefined) {
      this.refusal = refusalOf(failed, this.#call);
      this.ended = true;
    }
    if (tokens !== undefined) {
      this.#usage = usageOf(tokens);
      this.ended = true;
    }
    if (words === undefined) return '';
    this.#words += words;
    return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: words } }] })}\n\n`;
  }
}
