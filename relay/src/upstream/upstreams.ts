import type { SharedShortLivedKeys } from '@ledgate/projections/directory/short-lived-keys';
import {
  CLOSE_GRACE_MS,
  CONNECT_TIMEOUT_MS,
  CONNECTIONS_PER_ORIGIN_MAX,
  POOLS_MAX,
  SHORT_LIVED_KEY_TIMEOUT_MS,
} from '../limits.ts';
import { Affinities } from './affinities.ts';
import { Breakers } from './breakers.ts';
import { type ConnectionLimits, type Connections, connectionsTo } from './connections.ts';
import { HangUpReads } from './hang-up-reads.ts';
import { KeyTurns } from './key-turns.ts';
import { ShortLivedKeys } from './short-lived-keys.ts';
import type { UpstreamAttempt } from './upstream-attempt.ts';
import { UpstreamBusy } from './upstream-busy.ts';
import type { UpstreamRequest, UpstreamTimeouts, WebSocketRequest } from './upstream-request.ts';
import { WebSocketExchange } from './websocket-exchange.ts';

/** `poolsMax`: origins (and proxies) whose connections are kept. `keyMs`: for the whole answer to the question for a short-lived key. */
export type UpstreamsLimits = ConnectionLimits & { readonly poolsMax: number; readonly keyMs: number };

/** What is known of upstreams, in this process and, `sharedKeys`, in all of the installation; `onError`: what is shared cannot be asked. */
type UpstreamsState = {
  readonly breakers?: Breakers;
  readonly affinities?: Affinities;
  readonly sharedKeys?: SharedShortLivedKeys;
  readonly onError?: (error: unknown) => void;
};

/**
 * Kept connections to upstreams: one pool an origin (and proxy). Of too many the one unused for longest goes: at once where nothing runs on it, else
 * when its last request has ended, unless it is asked for before: an `lru-cache`, which knows no such waiting, would be one more thing on the hot path.
 */
export class Upstreams {
  readonly #pools = new Map<string, OriginPool>();
  /** That go when their last request has ended: no more than requests run. */
  readonly #leaving = new Map<string, OriginPool>();
  /** That close: their connections are still open, for a moment. */
  readonly #closing = new Set<OriginPool>();
  #newest: OriginPool | undefined;
  #isClosed = false;
  readonly #limits: UpstreamsLimits;
  /** Streams that are read on although their callers have hung up. */
  readonly hangUps = new HangUpReads();
  /** Keys that some providers give for those of their channels. */
  readonly credentials: ShortLivedKeys;
  /** What is known of channels that fail. */
  readonly breakers: Breakers;
  /** Of channels that have several keys. */
  readonly keyTurns = new KeyTurns();
  /** Where conversations were served last. */
  readonly affinities: Affinities;

  constructor(
    limits: Partial<UpstreamsLimits> = {},
    { breakers = new Breakers(), affinities = new Affinities(), sharedKeys, onError }: UpstreamsState = {},
  ) {
    this.breakers = breakers;
    this.affinities = affinities;
    this.#limits = {
      requestsMax: CONNECTIONS_PER_ORIGIN_MAX,
      connectMs: CONNECT_TIMEOUT_MS,
      poolsMax: POOLS_MAX,
      keyMs: SHORT_LIVED_KEY_TIMEOUT_MS,
      ...limits,
    };
    this.credentials = new ShortLivedKeys({
      limits: { timeoutMs: this.#limits.keyMs },
      shared: sharedKeys,
      ...(onError === undefined ? {} : { onError }),
    });
  }

  /**
   * Sends a request; `attempt` hears what becomes of it. `proxy` is '' or an http, https or socks5 URL (channel setting `proxy`). Throws BadChannel
   * for a proxy that is none, and UpstreamBusy.
   */
  send(request: UpstreamRequest, proxy: string, timeouts: UpstreamTimeouts, attempt: UpstreamAttempt): void {
    if (this.#isClosed) throw new UpstreamBusy('the process ends');
    this.#poolFor(request.origin, proxy).dispatch(request, timeouts, attempt);
  }

  /** Waits a moment for running requests, then cuts what is left: by now nobody waits for it. No connection is open afterwards. */
  async close(graceMs = CLOSE_GRACE_MS): Promise<void> {
    this.#isClosed = true;
    this.credentials.close();
    const pools = [...this.#pools.values(), ...this.#leaving.values(), ...this.#closing];
    this.#pools.clear();
    this.#leaving.clear();
    this.#newest = undefined;
    const grace = setTimeout(() => pools.forEach((pool) => pool.cut()), graceMs);
    await Promise.all(pools.map((pool) => pool.close()));
    clearTimeout(grace);
  }

  #poolFor(origin: string, proxy: string): OriginPool {
    const name = proxy === '' ? origin : `${origin} ${proxy}`;
    if (this.#newest?.name === name) return this.#newest;
    const pool =
      this.#pools.get(name) ??
      this.#leaving.get(name) ??
      new OriginPool(name, connectionsTo(origin, proxy, this.#limits), this.#limits.requestsMax, (idle) =>
        this.#idle(idle),
      );
    this.#leaving.delete(name);
    this.#pools.delete(name);
    this.#pools.set(name, pool);
    this.#newest = pool;
    if (this.#pools.size > this.#limits.poolsMax) this.#letOldestGo();
    return pool;
  }

  #letOldestGo(): void {
    const [oldest] = this.#pools.values();
    if (oldest === undefined) return;
    this.#pools.delete(oldest.name);
    if (oldest.isIdle) this.#close(oldest);
    else this.#leaving.set(oldest.name, oldest);
  }

  #idle(pool: OriginPool): void {
    if (this.#leaving.get(pool.name) !== pool) return;
    this.#leaving.delete(pool.name);
    this.#close(pool);
  }

  #close(pool: OriginPool): void {
    this.#closing.add(pool);
    pool
      .close()
      .finally(() => this.#closing.delete(pool))
      .catch(() => {});
  }
}

class OriginPool {
  readonly name: string;
  readonly #connections: Connections;
  readonly #requestsMax: number;
  /** That run or wait for a connection. Counted here: the pool would look at each of its connections to tell. */
  #requests = 0;
  /** WebSockets, and when each has left its connection. */
  readonly #exchanges = new Map<WebSocketExchange, Promise<void>>();
  /** Called each time that the last of its requests has ended. */
  readonly #whenIdle: (pool: OriginPool) => void;
  #closed: Promise<unknown> | undefined;

  constructor(name: string, connections: Connections, requestsMax: number, whenIdle: (pool: OriginPool) => void) {
    this.name = name;
    this.#connections = connections;
    this.#requestsMax = requestsMax;
    this.#whenIdle = whenIdle;
  }

  get isIdle(): boolean {
    return this.#requests === 0;
  }

  dispatch(request: UpstreamRequest, timeouts: UpstreamTimeouts, attempt: UpstreamAttempt): void {
    if (this.#requests >= this.#requestsMax) throw new UpstreamBusy(`all ${this.#requestsMax} connections are in use`);
    attempt.whenLeft(this.#left);
    // Counted first: a request that fails at once is left while it is dispatched.
    this.#requests += 1;
    try {
      if (request.kind === 'websocket') return this.#open(request, timeouts, attempt);
      this.#connections.dispatcher.dispatch(
        {
          origin: request.origin,
          path: request.path,
          method: request.method ?? 'POST',
          headers: request.headers as string[],
          body: request.body ?? null,
          headersTimeout: timeouts.headMs,
          bodyTimeout: timeouts.bytesMs,
        },
        attempt,
      );
    } catch (error) {
      this.#left();
      throw error;
    }
  }

  /** Once open it is no matter of the dispatcher any more, so that closing and cutting are ours. */
  #open(request: WebSocketRequest, timeouts: UpstreamTimeouts, attempt: UpstreamAttempt): void {
    const exchange = new WebSocketExchange(attempt, request, timeouts);
    const left = new Promise<void>((resolve) => {
      attempt.whenLeft(() => {
        this.#exchanges.delete(exchange);
        this.#left();
        resolve();
      });
    });
    this.#exchanges.set(exchange, left);
    const { origin, path } = request;
    const { headers } = exchange;
    try {
      this.#connections.dispatcher.dispatch(
        { origin, path, method: 'GET', upgrade: 'websocket', headers, headersTimeout: timeouts.headMs },
        exchange,
      );
    } catch (error) {
      this.#exchanges.delete(exchange);
      throw error;
    }
  }

  readonly #left = (): void => {
    this.#requests -= 1;
    if (this.#requests === 0) this.#whenIdle(this);
  };

  close(): Promise<unknown> {
    this.#closed ??= Promise.all([this.#connections.dispatcher.close(), ...this.#exchanges.values()]);
    return this.#closed;
  }

  cut(): void {
    for (const exchange of this.#exchanges.keys()) exchange.cut();
    this.#connections.cut().catch(() => {});
  }
}
