export type WireAnswer = { readonly status: number; readonly headers: Headers; readonly json: { success?: boolean; message?: string; data?: unknown; error?: { type?: string } } & Record<string, unknown> };

/** Calls the console's interface over HTTP as a browser does: cookie `session`, header New-Api-User. For tests. */
export class ConsoleClient {
  readonly #url: string;
  cookie = '';
  userId: number | undefined = -1;

  constructor(url: string) {
    this.#url = url;
  }

  async call(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<WireAnswer> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      redirect: 'error',
      headers: {
        'Content-Type': 'application/json', ...(this.userId === undefined ? {} : { 'New-API-User': String(this.userId) }),
        ...(this.cookie === '' ? {} : { Cookie: this.cookie }), ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('session='));
    if (cookie !== undefined) this.cookie = cookie.split(';', 1)[0] ?? '';
    const text = await response.text();
    return { status: response.status, headers: response.headers, json: (text === '' ? {} : JSON.parse(text)) as WireAnswer['json'] };
  }

  /** `data` of a call that must succeed. */
  async done<Data = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Data> {
    const { status, json } = await this.call(method, path, body);
    if (status !== 200 || json.success !== true) throw new Error(`${method} ${path}: HTTP ${status} ${JSON.stringify(json)}`);
    return json.data as Data;
  }

  /** The message of a call that must be refused the console's way. */
  async refused(method: string, path: string, body?: unknown): Promise<string> {
    const { status, json } = await this.call(method, path, body);
    if (status !== 200 || json.success !== false || typeof json.message !== 'string' || json.message === '') {
      throw new Error(`${method} ${path}: a refusal expected, HTTP ${status} ${JSON.stringify(json)}`);
    }
    return json.message;
  }

  async signIn(username: string, password: string): Promise<this> {
    this.userId = (await this.done<{ id: number }>('POST', '/api/user/login', { username, password })).id;
    return this;
  }
}
