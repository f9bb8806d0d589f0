import { z } from 'zod';

const wrapper = z.object({ success: z.boolean(), message: z.string(), data: z.unknown().optional() });

/** Calls /api as the console does: session cookie, `New-API-User` header, the wrapper taken off. Throws what the server says when it refuses. */
export class ConsoleClient {
  readonly #url: string;
  #cookie = '';
  userId = -1;

  constructor(url: string) {
    this.#url = url;
  }

  static async signedIn(url: string, username: string, password: string): Promise<ConsoleClient> {
    const client = new ConsoleClient(url);
    const user = await client.post('/api/user/login', z.object({ id: z.number() }), { username, password });
    client.userId = user.id;
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

  async #call<Answer>(method: string, path: string, answer: z.ZodType<Answer>, body?: object): Promise<Answer> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', 'New-API-User': String(this.userId), 'Cookie': this.#cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('session='));
    if (cookie !== undefined) this.#cookie = cookie.split(';')[0] ?? '';
    const wrapped = wrapper.parse(await response.json());
    if (!wrapped.success) throw new Error(`${method} ${path}: ${wrapped.message}`);
    return answer.parse(wrapped.data);
  }
}
