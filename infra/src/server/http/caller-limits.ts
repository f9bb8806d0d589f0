import type { Callers } from '@ledgate/api/http/callers';
import type { Request, RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { GLOBAL_WINDOW_S, PROVED_CALLERS_MAX, PROVED_WITHIN_MS } from '../../limits.ts';
import { CallCounter, networkOf, refuse, THROUGH } from './rate-limits.ts';

type Settings = { readonly GLOBAL_API_RATE_LIMIT: string; readonly SESSION_API_RATE_LIMIT: string };

/** The directory cannot be read. */
const UNKNOWN = -1;

/** What a session or an access token has proved, and when it was last asked for. */
type Proved = { readonly userId: number; askedMs: number };

/**
 * A call of a person counts for him, every other one for its address (docs/behaviour.md#rate-limits). Whom a session or an access token proves is asked of the
 * directory for each call, but for what would cost it reads without end: of an address that has shown too much that proves nobody, what this process has not
 * seen prove somebody is refused unasked, and so is, within a second, what is shown for a person who has no more calls.
 */
export function callerLimits(settings: Settings, callers: Callers, marks: CallMarks): RequestHandler {
  const window = { windowSeconds: GLOBAL_WINDOW_S };
  const addresses = new CallCounter(settings.GLOBAL_API_RATE_LIMIT, window);
  const persons = new CallCounter(settings.SESSION_API_RATE_LIMIT, window);
  /** By address: calls that show what has not proved anybody, or not yet. */
  const unproved = new CallCounter(settings.GLOBAL_API_RATE_LIMIT, window);
  const proved = new LRUCache<string, Proved>({ max: PROVED_CALLERS_MAX });
  if (addresses.isOff && persons.isOff) return THROUGH;

  /** For how many seconds the call is refused; undefined: it goes on. */
  async function refusedFor(request: Request): Promise<number | undefined> {
    const address = networkOf(request);
    const shown = marks.isCritical(request) ? undefined : callers.shownBy(request);
    if (shown === undefined) return addresses.count(address);

    const known = proved.get(shown);
    const nowMs = performance.now();
    let seconds = known === undefined ? await unproved.count(address) : await persons.count(String(known.userId));
    if (seconds !== undefined && (known === undefined || nowMs - known.askedMs < PROVED_WITHIN_MS))
      return known !== undefined && marks.endsSessions(request) ? addresses.count(address) : seconds;
    if (known !== undefined) known.askedMs = nowMs;

    const userId = await callers.provedBy(request).catch(() => UNKNOWN);
    if (userId === UNKNOWN) {
      // Who cannot be asked for is who he was, or else his address.
      if (known !== undefined) return seconds;
      await unproved.giveBack(address);
      return addresses.count(address);
    }
    if (userId === undefined) {
      if (known !== undefined) await Promise.all([persons.giveBack(String(known.userId)), unproved.count(address)]);
      proved.delete(shown);
      return addresses.count(address);
    }
    if (known === undefined) {
      proved.set(shown, { userId, askedMs: nowMs });
      seconds = await persons.count(String(userId));
      if (seconds === undefined) await unproved.giveBack(address);
    }
    return seconds !== undefined && marks.endsSessions(request) ? addresses.count(address) : seconds;
  }

  return (request, response, next) => {
    refusedFor(request)
      .then((seconds) => (seconds === undefined ? next() : refuse(response, seconds)))
      .catch(next);
  };
}

/** Calls that are counted in another way, by their paths. */
export class CallMarks {
  readonly #critical = new WeakSet<Request>();
  readonly #ending = new WeakSet<Request>();

  /** Counts for its address, whoever sends it. */
  readonly critical: RequestHandler = (request, _response, next) => {
    this.#critical.add(request);
    next();
  };

  /** Counts for its address where its person has no more calls: who floods with a session that he has stolen must not keep its owner from ending it. */
  readonly ending: RequestHandler = (request, _response, next) => {
    this.#ending.add(request);
    next();
  };

  isCritical(request: Request): boolean {
    return this.#critical.has(request);
  }

  endsSessions(request: Request): boolean {
    return this.#ending.has(request);
  }
}
