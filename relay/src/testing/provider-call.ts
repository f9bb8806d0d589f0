import { type ChannelTypeKey, channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { RelayError } from '../errors/relay-error.ts';
import type { AnswerStream, ReadAnswer, Refusal } from '../modes/answer.ts';
import { type ChatRequest, validateChat } from '../modes/chat-request.ts';
import { type EmbeddingsRequest, validateEmbeddings } from '../modes/embeddings-request.ts';
import type { Mode, Requests } from '../modes/mode.ts';
import type { Call } from '../providers/provider.ts';
import { providers, type Way } from '../providers/registry.ts';
import type { Credentials } from '../upstream/short-lived-keys.ts';
import type { AnswerHead } from '../upstream/upstream-attempt.ts';
import type { JsonObject } from '../wire/json.ts';
import { parseJsonRequest } from '../wire/json.ts';
import { channelView } from './fake-relay-view.ts';

const OK: AnswerHead = { status: 200, statusText: '', headers: {} };
export const NO_CREDENTIALS: Credentials = {
  shortLivedKey: () => {
    throw new Error('the key is sent as it stands');
  },
};

/** What went up: `headers` by their names. */
type Sent = {
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: JsonObject;
  readonly bytes: Buffer;
};

const accepted = <R>(request: R | RelayError): R => {
  if (request instanceof RelayError) throw new Error(request.message);
  return request;
};

const json = (fields: object) =>
  accepted(parseJsonRequest(Buffer.from(JSON.stringify({ model: 'm', ...fields })), undefined));

export const chatOf = (fields: object = {}): ChatRequest =>
  accepted(validateChat(json({ messages: [{ role: 'user', content: 'hi' }], ...fields })));

export const embeddingsOf = (fields: object = {}): EmbeddingsRequest =>
  accepted(validateEmbeddings(json({ input: 'hi', ...fields })));

/** A call of a type's provider, in OpenAI's dialect, with nothing behind it. */
export class ProviderCall<M extends Mode> {
  readonly call: Call<M>;
  readonly #way: Way<M>;

  constructor(
    key: ChannelTypeKey,
    mode: M,
    request: Requests[M],
    {
      channel = {},
      ...more
    }: Partial<Omit<Call<M>, 'channel'>> & { readonly channel?: Partial<Omit<ChannelView, 'id'>> } = {},
  ) {
    const { code } = channelTypeNamed(key);
    const model = more.model ?? request.model;
    const way = providers.wayOf(code, mode, 'openai', model);
    if (way === undefined) throw new Error(`type ${key} does not have ${mode}`);
    this.#way = way;
    this.call = {
      mode,
      dialect: 'openai',
      channel: channelView({ id: 1, type: code, baseUrl: '', ...channel }),
      model,
      request,
      priced: undefined,
      atMs: 0,
      ...more,
    };
  }

  async sent(): Promise<Sent> {
    const request = await this.#way.adapter.request(this.call, NO_CREDENTIALS);
    if (request.kind === 'websocket') throw new Error('it is asked by HTTP');
    const { origin, path, headers, body: bytes = Buffer.alloc(0) } = request;
    const pairs = headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : []));
    const body = JSON.parse(bytes.toString('utf8')) as JsonObject;
    return { url: `${origin}${path}`, headers: new Map(pairs as [string, string][]), body, bytes };
  }

  read(answer: unknown): ReadAnswer | Refusal | undefined {
    return this.#way.adapter.readAnswer({ head: OK, body: Buffer.from(JSON.stringify(answer)) }, this.call);
  }

  /** An answer of another status, as its caller hears of it; undefined where it is read like everybody's. */
  error(status: number, body: unknown): RelayError | undefined {
    const answer = { head: { ...OK, status }, body: Buffer.from(JSON.stringify(body)) };
    return this.#way.provider.readError?.(answer, this.call.channel);
  }

  /** Events by their data, in pieces of so many bytes: what passes, and the stream behind it. `framed`: how one stands in the bytes. */
  streamed(
    data: readonly unknown[],
    pieceBytes = 1,
    framed = asEvent,
  ): { readonly passed: string; readonly stream: AnswerStream } {
    const stream = this.#way.adapter.openStream?.(this.call, OK);
    if (stream === undefined) throw new Error('it does not stream');
    const events = data.map((one) => framed(typeof one === 'string' ? one : JSON.stringify(one))).join('');
    return { passed: passedBy(stream, Buffer.from(events), pieceBytes), stream };
  }
}

const asEvent = (text: string): string => `data: ${text}\n\n`;

export const asLine = (text: string): string => `${text}\n`;

/** What passes when bytes come in pieces of so many and the upstream closes. */
export function passedBy(stream: Pick<AnswerStream, 'push' | 'flush'>, bytes: Buffer, pieceBytes = Infinity): string {
  const parts: Buffer[] = [];
  const keep = (part: Buffer | undefined): unknown => part !== undefined && parts.push(part);
  for (let at = 0; at < bytes.length; at += pieceBytes)
    keep(stream.push(bytes.subarray(at, Math.min(bytes.length, at + pieceBytes))));
  keep(stream.flush());
  return Buffer.concat(parts).toString('utf8');
}

type Chunk = JsonObject & {
  readonly choices: readonly { readonly delta: JsonObject; readonly finish_reason: string | null }[];
};

/** The data of events that passed. */
export const dataIn = (passed: string): readonly JsonObject[] =>
  passed
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice('data: '.length)) as JsonObject);

/** The chunks among them; an error is none. */
export const chunksIn = (passed: string): readonly Chunk[] =>
  dataIn(passed).filter((data): data is Chunk => 'choices' in data);
