import { createHash } from 'node:crypto';
import { ConsoleSession } from '@ledgate/api/testing/console-session';
import { z } from 'zod';

const LF = 0x0a;

/** The calls of payments say nothing of `success`: their message is `success`, or `error` with the reason as data. */
const wrapper = z.object({ success: z.boolean().optional(), message: z.string(), data: z.unknown().optional() });

/** Calls /api as the console does, in one session, the wrapper taken off and the answer parsed. Throws what the server says when it refuses. */
export class ConsoleClient {
  readonly #session: ConsoleSession;

  /** -1 before signing in. */
  get userId(): number {
    return this.#session.userId ?? -1;
  }

  constructor(url: string) {
    this.#session = new ConsoleSession(url);
  }

  static async signedIn(url: string, username: string, password: string): Promise<ConsoleClient> {
    const client = new ConsoleClient(url);
    const user = await client.post('/api/user/login', z.object({ id: z.number() }), { username, password });
    client.#session.userId = user.id;
    return client;
  }

  get<Answer>(path: string, answer: z.ZodType<Answer>): Promise<Answer> {
    return this.#call('GET', path, answer);
  }

  post<Answer>(path: string, answer: z.ZodType<Answer>, body: object): Promise<Answer> {
    return this.#call('POST', path, answer, body);
  }

  put<Answer>(path: string, answer: z.ZodType<Answer>, body: object): Promise<Answer> {
    return this.#call('PUT', path, answer, body);
  }

  /** How many lines a file has, which is read as it comes and kept nowhere. */
  async linesOf(path: string): Promise<number> {
    const response = await this.#session.open('GET', path);
    if (!response.ok || response.body === null) throw new Error(`GET ${path}: ${response.status}`);
    let lines = 0;
    for await (const chunk of response.body as AsyncIterable<Uint8Array>)
      for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, at + 1)) lines += 1;
    return lines;
  }

  /** The SHA-256 of a file, hexadecimal. */
  async digestOf(path: string): Promise<string> {
    const response = await this.#session.open('GET', path);
    if (!response.ok || response.body === null) throw new Error(`GET ${path}: ${response.status}`);
    const hash = createHash('sha256');
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) hash.update(chunk);
    return hash.digest('hex');
  }

  async #call<Answer>(method: string, path: string, answer: z.ZodType<Answer>, body?: object): Promise<Answer> {
    const wrapped = wrapper.parse((await this.#session.call(method, path, body)).json);
    const { success, message, data } = wrapped;
    if (!(success ?? message === 'success'))
      throw new Error(`${method} ${path}: ${success === undefined ? String(data) : message}`);
    return answer.parse(data);
  }
}
