import { isJson } from '@ledgate/domain/shared/is-json';
import { Agent, fetch as send } from 'undici';
import { z } from 'zod';
import type { Spender } from './world.ts';

const costSchema = z.strictObject({
  units: z.number(),
  usd: z.string(),
  stream: z.string().nullable(),
  revision: z.number().nullable(),
  balance_at_most: z.number().nullable(),
});
const withCost = z.object({ usage: z.object({ cost: costSchema }) });

/** A cost that a caller has been told, and when he had it at the latest, in Unix milliseconds. */
export type ToldCost = z.infer<typeof costSchema> & { readonly seenAtMs: number };

export type CostCall = {
  readonly serial: number;
  readonly spender: Spender;
  readonly streamed: boolean;
  requestId: string;
  status: number;
  /** The whole answer arrived. */
  complete: boolean;
  /** Also of an answer that was cut. */
  told: readonly ToldCost[];
};

/** In the order in which each caller makes them: most are streams. */
const FORMS = [
  { path: '/v1/chat/completions', streamed: true, ending: 'data: [DONE]\n\n' },
  { path: '/v1/messages', streamed: true, ending: 'event: message_stop\ndata: {"type":"message_stop"}\n\n' },
  { path: '/v1/chat/completions', streamed: true, ending: 'data: [DONE]\n\n' },
  { path: '/v1/messages', streamed: true, ending: 'event: message_stop\ndata: {"type":"message_stop"}\n\n' },
  { path: '/v1/chat/completions', streamed: false, ending: '' },
  { path: '/v1/messages', streamed: false, ending: '' },
] as const;
type Form = (typeof FORMS)[number];

const COMPLETION_MAX = 100;
const PAUSE_AFTER_REFUSAL_MS = 20;

/** Many callers at once who ask for the cost of each answer, and keep what they were told of it, until the product is gone or they are told to stop. */
export class CostCallers {
  readonly calls: CostCall[] = [];
  readonly #url: string;
  readonly #model: string;
  readonly #firstSerial: number;
  readonly #agent = new Agent({ connections: 200 });
  #stopped = false;
  #callers: Promise<void>[] = [];

  constructor(url: string, model: string, firstSerial: number) {
    this.#url = url;
    this.#model = model;
    this.#firstSerial = firstSerial;
  }

  start(spenders: readonly Spender[], callers: number): void {
    this.#callers = Array.from({ length: callers }, (_, index) => {
      const spender = spenders[index % spenders.length];
      if (spender === undefined) throw new Error('nobody spends');
      return this.#callRepeatedly(spender, index);
    });
  }

  /** No further calls; ends when those that run have ended. */
  async end(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#callers);
    await this.#agent.destroy();
  }

  async #callRepeatedly(spender: Spender, caller: number): Promise<void> {
    for (let turn = caller; !this.#stopped; turn += 1) {
      const form = FORMS[turn % FORMS.length] ?? FORMS[0];
      const call = {
        serial: this.#firstSerial + this.calls.length,
        spender,
        streamed: form.streamed,
        requestId: '',
        status: 0,
        complete: false,
        told: [],
      };
      this.calls.push(call);
      await this.#call(call, form);
      if (call.status === 0) return;
      if (call.status !== 200)
        await new Promise((resolve) => {
          setTimeout(resolve, PAUSE_AFTER_REFUSAL_MS);
        });
    }
  }

  /** It never rejects: a connection that is cut is an outcome. */
  async #call(call: CostCall, { path, streamed, ending }: Form): Promise<void> {
    let text = '';
    let seenAtMs = 0;
    try {
      const response = await send(`${this.#url}${path}`, {
        method: 'POST',
        dispatcher: this.#agent,
        headers: {
          Authorization: `Bearer ${call.spender.key}`,
          'Content-Type': 'application/json',
          'X-Ledgate-Cost': '1',
        },
        body: JSON.stringify({
          model: this.#model,
          max_tokens: COMPLETION_MAX,
          messages: [{ role: 'user', content: `serial ${call.serial}` }],
          ...(streamed ? { stream: true } : {}),
        }),
      });
      call.status = response.status;
      call.requestId = response.headers.get('X-Oneapi-Request-Id') ?? '';
      const decoder = new TextDecoder();
      for await (const bytes of response.body ?? []) {
        text += decoder.decode(bytes as Uint8Array, { stream: true });
        if (seenAtMs === 0 && text.includes('"balance_at_most"')) seenAtMs = Date.now();
      }
      call.complete = response.status === 200 && (streamed ? text.endsWith(ending) : isJson(text));
    } catch {
      // What came of it before it was cut counts.
    }
    call.told = costsIn(text).map((cost) => ({ ...cost, seenAtMs }));
  }
}

/** Of a whole answer, or of the events of a stream that have come whole. */
const costsIn = (text: string): readonly z.infer<typeof costSchema>[] =>
  text
    .split('\n')
    .map((line) => line.replace(/^data: /u, ''))
    .filter((line) => line.startsWith('{') && isJson(line))
    .flatMap((line) => {
      const { success, data } = withCost.safeParse(JSON.parse(line));
      return success ? [data.usage.cost] : [];
    });
