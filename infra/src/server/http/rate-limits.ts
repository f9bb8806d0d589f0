import { clientAddress } from '@ledgate/relay/http/request-context';
import type { RequestHandler } from 'express';
import { type AugmentedRequest, ipKeyGenerator, MemoryStore, rateLimit } from 'express-rate-limit';
import { COUNTED_ADDRESSES_MAX } from '../../limits.ts';

const THROUGH: RequestHandler = (_request, _response, next) => next();

/**
 * At most so many calls of one client address in a window; more are answered 429 with an empty body (docs/behaviour.md#rate-limits).
 * @param setting `CALLS/SECONDS`, or `CALLS` with the window of `fallback`; 0 calls switch the limit off
 */
export function addressLimit(setting: string, fallback: { readonly windowSeconds: number }): RequestHandler {
  const [calls = 0, windowSeconds = fallback.windowSeconds] = setting.split('/').map(Number);
  if (calls === 0) return THROUGH;
  return rateLimit({
    limit: calls,
    windowMs: windowSeconds * 1_000,
    // A household or an office has a whole IPv6 network: its addresses count as one.
    keyGenerator: (request) => ipKeyGenerator(clientAddress(request)),
    standardHeaders: false,
    legacyHeaders: false,
    validate: false,
    store: new BoundedStore(COUNTED_ADDRESSES_MAX),
    handler: (request, response) => {
      const { resetTime } = (request as AugmentedRequest)['rateLimit'] ?? {};
      response
        .status(429)
        .setHeader('Retry-After', String(secondsLeft(resetTime, windowSeconds, Date.now())))
        .end();
    },
  });
}

/** How long a window still lasts, in whole seconds from 1; the whole of it where nobody knows. */
export const secondsLeft = (end: Date | undefined, windowSeconds: number, nowMs: number): number =>
  end === undefined ? windowSeconds : Math.min(Math.max(Math.ceil((end.getTime() - nowMs) / 1_000), 1), windowSeconds);

/** Counts by address. When there are too many, all begin anew: whoever has so many addresses is not held back by them, and others are not either. */
export class BoundedStore extends MemoryStore {
  readonly #addressesMax: number;

  constructor(addressesMax: number) {
    super();
    this.#addressesMax = addressesMax;
  }

  override async increment(key: string): ReturnType<MemoryStore['increment']> {
    if (this.current.size + this.previous.size >= this.#addressesMax) await this.resetAll();
    return super.increment(key);
  }
}
