import type { ServerResponse } from 'node:http';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { FakeUpstream, type Received, sendJson } from '@ledgate/relay/testing/fake-upstream';
import { FakeWebSocket, serverFrame, type Visitor } from '@ledgate/relay/testing/network/fake-websocket';
import { CLAUDE_LIKE } from './claude-like.ts';
import { type Family, MESSAGE, PIECES, type Told, TOKENS } from './family.ts';
import { GEMINI_LIKE } from './gemini-like.ts';
import { OPENAI, OPENAI_LIKE } from './openai-like.ts';
import { OTHERS } from './others.ts';

const TOLD: Told = { pieces: PIECES, hasCall: false };

/** Where a provider says no more, and keeps the connection: when it is asked for a short-lived key, before its answer, behind the first half of that. */
export type Stop = 'key' | 'head' | 'middle';

/** A family's provider at an address of its own, and the channel that leads there. */
export interface FamilyDouble {
  readonly name: string;
  readonly model: string;
  /** It gives a short-lived key first. */
  readonly hasKeys: boolean;
  readonly type: number;
  /** Of its channel, which may lead to another address than its own. */
  channel(url?: string): { readonly key?: string; readonly other?: string; readonly baseUrl?: string };
  /** Requests that have come. */
  readonly asked: number;
  stop: Stop | undefined;
  /** It refuses with a message that ends in this, and in what let the request in. */
  quote: string | undefined;
  /** What let requests in that it refused so: a key, or what goes up in its place. Signatures of one request are none. */
  readonly letIn: readonly string[];
  /** Says the rest of the answers that it stopped in their middle. */
  goOn(): void;
  /** Connections of such answers that are open. */
  readonly held: number;
  close(): Promise<void>;
}

class HttpDouble implements FamilyDouble {
  readonly name: string;
  readonly model: string;
  readonly type: number;
  readonly hasKeys: boolean;
  stop: Stop | undefined;
  quote: string | undefined;
  readonly letIn: string[] = [];
  readonly #family: Family;
  readonly #upstream: FakeUpstream;
  readonly #rests = new Map<ServerResponse, string | Buffer | undefined>();

  private constructor(family: Family, upstream: FakeUpstream) {
    this.#family = family;
    this.#upstream = upstream;
    this.name = family.key;
    this.model = family.model;
    this.type = channelTypeNamed(family.key).code;
    this.hasKeys = family.beforehand !== undefined;
    upstream.play = this.#play;
  }

  static async open(family: Family): Promise<FamilyDouble> {
    return new HttpDouble(family, await FakeUpstream.open());
  }

  get asked(): number {
    return this.#upstream.received.length;
  }

  get held(): number {
    return this.#rests.size;
  }

  goOn(): void {
    for (const [response, rest] of this.#rests) response.end(rest);
  }

  channel(url = this.#upstream.url) {
    return { baseUrl: url, ...this.#family.channel?.(url) };
  }

  close(): Promise<void> {
    return this.#upstream.close();
  }

  readonly #play = (response: ServerResponse, received: Received): void => {
    const { beforehand, contentType = 'text/event-stream', isStreamed, stream, whole } = this.#family;
    const { path } = received;
    if (beforehand !== undefined && path.startsWith(beforehand.path)) {
      if (this.stop !== 'key') sendJson(response, JSON.stringify(beforehand.answer));
      return;
    }
    if (this.stop === 'head') return;
    if (this.quote !== undefined) return this.#refuse(response, `${this.quote} ${this.#letInBy(received)}`);
    const isMiddle = this.stop === 'middle';
    if (!isStreamed(received)) {
      const text = JSON.stringify(whole(TOLD, path));
      if (!isMiddle) return sendJson(response, text);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
      response.write(text.slice(0, 9));
      return;
    }
    response.writeHead(200, { 'content-type': contentType });
    const pieces = stream(TOLD, path);
    for (const piece of isMiddle ? pieces.slice(0, -1) : pieces) response.write(piece);
    if (isMiddle) this.#hold(response, pieces.at(-1));
    else response.end();
  };

  #letInBy({ path, headers }: Received): string {
    const inPath = new URL(path, 'http://double').searchParams.get('access_token');
    const letIn = inPath ?? (headers.authorization ?? '').replace('Bearer ', '');
    if (letIn !== '' && !letIn.includes(' ')) this.letIn.push(letIn);
    return letIn;
  }

  #refuse(response: ServerResponse, quote: string): void {
    const [error] = this.#family.errors;
    const body = JSON.stringify(error?.body).replace(MESSAGE, () => JSON.stringify(`bad key ${quote}`).slice(1, -1));
    sendJson(response, body, error?.status);
  }

  #hold(response: ServerResponse, rest: string | Buffer | undefined): void {
    this.#rests.set(response, rest);
    response.on('close', () => this.#rests.delete(response));
  }
}

/** Spark, which is a WebSocket. */
class SparkDouble implements FamilyDouble {
  readonly name = 'xunfei';
  readonly model = 'SparkDesk-v3.5';
  readonly type = channelTypeNamed('xunfei').code;
  readonly hasKeys = false;
  stop: Stop | undefined;
  quote: string | undefined;
  readonly letIn = [];
  readonly #socket: FakeWebSocket;

  private constructor(socket: FakeWebSocket) {
    this.#socket = socket;
    socket.play = (visitor) => {
      if (this.stop === 'head') return;
      if (this.quote !== undefined) return refuseSpark(visitor, this.quote);
      const last = PIECES.length - 1;
      for (const [index, content] of PIECES.slice(0, last).entries())
        visitor.socket.write(serverFrame(1, JSON.stringify(sparkMessage(content, index, false))));
      if (this.stop !== 'middle') endSpark(visitor);
    };
  }

  get held(): number {
    return this.#socket.visitors.filter(({ isGone }) => !isGone).length;
  }

  goOn(): void {
    for (const visitor of this.#socket.visitors) endSpark(visitor);
  }

  static async open(): Promise<FamilyDouble> {
    return new SparkDouble(await FakeWebSocket.open());
  }

  get asked(): number {
    return this.#socket.visitors.length;
  }

  channel(url = this.#socket.url) {
    return { baseUrl: url, key: '5f8d7c6b|MzYxN2Y4ZTk0NDJhYmFkZWFk|c0ffee11d00dfeedbeefcafe98765432' };
  }

  close(): Promise<void> {
    return this.#socket.close();
  }
}

const refuseSpark = ({ socket }: Visitor, quote: string): void =>
  void socket.write(
    serverFrame(1, JSON.stringify({ header: { code: 10_013, message: `bad key ${quote}`, sid: 'c', status: 2 } })),
  );

/** Its last message, after which the connection stays open. */
function endSpark({ socket }: Visitor): void {
  const last = PIECES.length - 1;
  socket.write(serverFrame(1, JSON.stringify(sparkMessage(PIECES[last] ?? '', last, true))));
}

function sparkMessage(content: string, seq: number, isLast: boolean): object {
  const status = isLast ? 2 : Math.min(seq, 1);
  const { prompt: prompt_tokens, completion: completion_tokens } = TOKENS;
  const text = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
  return {
    header: { code: 0, message: 'Success', sid: 'cht1', status },
    payload: {
      choices: { status, seq, text: [{ content, role: 'assistant', index: 0 }] },
      ...(isLast ? { usage: { text } } : {}),
    },
  };
}

/** One of each family. */
export const openFamilies = (): Promise<readonly FamilyDouble[]> =>
  Promise.all([
    ...[OPENAI, ...OPENAI_LIKE, ...CLAUDE_LIKE, ...GEMINI_LIKE, ...OTHERS].map((family) => HttpDouble.open(family)),
    SparkDouble.open(),
  ]);
