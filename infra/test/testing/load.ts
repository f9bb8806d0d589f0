import { isJson } from '@ledgate/domain/shared/is-json';
import { Agent, fetch as call } from 'undici';

export type Call = {
  readonly serial: number;
  readonly key: string;
  readonly streamed: boolean;
  status: number;
  requestId: string;
  /** The whole answer arrived: JSON that parses, or the `[DONE]` of a stream. */
  complete: boolean;
  /** What a failure of the product's or its upstream's said; '' for others. */
  failure: string;
};

/** No call has so many tokens that a count of its words could be mistaken for a serial number. */
let nextSerial = 1_000_000;

const PAUSE_AFTER_REFUSAL_MS = 20;

/** Many callers at once, every second one streaming, until told to stop; each call is known by its serial number. */
export class Load {
  readonly calls: Call[] = [];
  readonly #url: string;
  readonly #model: string;
  readonly #agent = new Agent({ connections: 200, keepAliveTimeout: 60_000 });
  #stopped = false;
  #callers: Promise<void>[] = [];

  constructor(url: string, model: string) {
    this.#url = url;
    this.#model = model;
  }

  start(keys: readonly string[], callers: number): void {
    this.#callers = Array.from({ length: callers }, (_, index) =>
      this.#callRepeatedly(keys[index % keys.length] ?? '', Math.floor(index / keys.length) % 2 === 1),
    );
  }

  /** No further calls; ends when those that run have ended. */
  async end(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#callers);
    await this.#agent.destroy();
  }

  async #callRepeatedly(key: string, streamed: boolean): Promise<void> {
    while (!this.#stopped) {
      const { status } = await this.one(key, streamed);
      if (status === 0) return;
      if (status !== 200)
        await new Promise((resolve) => {
          setTimeout(resolve, PAUSE_AFTER_REFUSAL_MS);
        });
    }
  }

  /** One call; it never rejects: a connection that is cut is an outcome. */
  async one(key: string, streamed: boolean, fields: object = {}): Promise<Call> {
    const made: Call = { serial: nextSerial, key, streamed, status: 0, requestId: '', complete: false, failure: '' };
    nextSerial += 1;
    this.calls.push(made);
    try {
      const response = await call(`${this.#url}/v1/chat/completions`, {
        method: 'POST',
        dispatcher: this.#agent,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          model: this.#model,
          messages: [{ role: 'user', content: `serial ${made.serial}` }],
          ...(streamed ? { stream: true } : {}),
          ...fields,
        }),
      });
      made.status = response.status;
      made.requestId = response.headers.get('X-Oneapi-Request-Id') ?? '';
      const text = await response.text();
      if (response.status >= 500) made.failure = text;
      made.complete = response.status === 200 && (streamed ? text.endsWith('data: [DONE]\n\n') : isJson(text));
    } catch {
      made.status = made.status === 200 ? 200 : 0;
    }
    return made;
  }
}
