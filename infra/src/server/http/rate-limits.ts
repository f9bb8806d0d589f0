import { clientAddress } from '@ledgate/relay/http/request-context';
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, MemoryStore } from 'express-rate-limit';
import { COUNTED_KEYS_MAX } from '../../limits.ts';

export const THROUGH: RequestHandler = (_request, _response, next) => next();

/** Calls by key (an address, a person) in a window that begins with the first of them (docs/behaviour.md#rate-limits). Each process counts for itself. */
export class CallCounter {
  readonly #callsMax: number;
  readonly #windowSeconds: number;
  readonly #store = new BoundedStore(COUNTED_KEYS_MAX);

  /** @param setting `CALLS/SECONDS`, or `CALLS` with the window of `fallback`; 0 calls: nothing is too much */
  constructor(setting: string, fallback: { readonly windowSeconds: number }) {
    const [calls = 0, windowSeconds = fallback.windowSeconds] = setting.split('/').map(Number);
    this.#callsMax = calls;
    this.#windowSeconds = windowSeconds;
    this.#store.init({ windowMs: windowSeconds * 1_000 } as Parameters<MemoryStore['init']>[0]);
  }

  get isOff(): boolean {
    return this.#callsMax === 0;
  }

  /** One call more. Seconds until the key has room again where that is one too many, else undefined. */
  async count(key: string): Promise<number | undefined> {
    if (this.isOff) return undefined;
    const { totalHits, resetTime } = await this.#store.increment(key);
    return totalHits > this.#callsMax ? secondsLeft(resetTime, this.#windowSeconds, Date.now()) : undefined;
  }

  async giveBack(key: string): Promise<void> {
    if (!this.isOff) await this.#store.decrement(key);
  }
}

/** At most so many calls of one client address in a window; `setting` as of CallCounter. */
export function addressLimit(setting: string, fallback: { readonly windowSeconds: number }): RequestHandler {
  const counter = new CallCounter(setting, fallback);
  if (counter.isOff) return THROUGH;
  return (request, response, next) => {
    counter
      .count(networkOf(request))
      .then((seconds) => (seconds === undefined ? next() : refuse(response, seconds)))
      .catch(next);
  };
}

/** A household or an office has a whole IPv6 network: its addresses count as one. */
export const networkOf = (request: Request): string => ipKeyGenerator(clientAddress(request));

/** 429 with an empty body. */
export function refuse(response: Response, seconds: number): void {
  response.status(429).setHeader('Retry-After', String(seconds)).end();
}

/** How long a window still lasts, in whole seconds from 1; the whole of it where nobody knows. */
export const secondsLeft = (end: Date | undefined, windowSeconds: number, nowMs: number): number =>
  end === undefined ? windowSeconds : Math.min(Math.max(Math.ceil((end.getTime() - nowMs) / 1_000), 1), windowSeconds);

/** Counts by key. When there are too many, all begin anew: whoever has so many addresses is not held back by them, and others are not either. */
export class BoundedStore extends MemoryStore {
  readonly #keysMax: number;

  constructor(keysMax: number) {
    super();
    this.#keysMax = keysMax;
  }

  /** Numbers of this moment: the store's own row goes on counting. */
  override increment(key: string): ReturnType<MemoryStore['increment']> {
    if (this.current.size + this.previous.size >= this.#keysMax) {
      this.current.clear();
      this.previous.clear();
    }
    const counted = super.increment(key);
    const { totalHits, resetTime } = this.current.get(key) ?? {};
    return totalHits === undefined ? counted : Promise.resolve({ totalHits, resetTime });
  }
}
