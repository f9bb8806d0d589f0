/** An answer as it came; `json` is {} for an empty body, and for one that does not say it is JSON. Throws SyntaxError for JSON that is none. */
type WireAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: { success?: boolean; message?: string; data?: unknown; error?: { type?: string } } & Record<
    string,
    unknown
  >;
};

/** One session of the console over HTTP as a browser has it: the cookie `session` and the header New-API-User (docs/behaviour.md#sessions). */
export class ConsoleSession {
  readonly #url: string;
  /** `session=...`; '' before the first. */
  cookie = '';
  /** undefined: the header is left out; -1: nobody yet. */
  userId: number | undefined = -1;

  constructor(url: string) {
    this.#url = url;
  }

  /** @param body a text is sent as it is, anything else as JSON */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<WireAnswer> {
    const response = await this.open(method, path, body, headers);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: (isJson(response) && text !== '' ? JSON.parse(text) : {}) as WireAnswer['json'],
    };
  }

  /** The same, its body not read yet. */
  async open(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      redirect: 'error',
      headers: {
        'Content-Type': 'application/json',
        ...(this.userId === undefined ? {} : { 'New-API-User': String(this.userId) }),
        ...(this.cookie === '' ? {} : { Cookie: this.cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('session='));
    if (cookie !== undefined) this.cookie = cookie.split(';', 1)[0] ?? '';
    return response;
  }
}

const isJson = ({ headers }: Response): boolean => headers.get('content-type')?.startsWith('application/json') === true;
