import { CLOSE_GRACE_MS, CONNECT_TIMEOUT_MS, CONNECTIONS_PER_ORIGIN_MAX, POOLS_MAX } from '../limits.ts';
import { type ConnectionLimits, type Connections, connectionsTo } from './connections.ts';
import type { UpstreamAttempt } from './upstream-attempt.ts';

/** `headers`: names and values in turn. */
export type UpstreamRequest = { readonly origin: string; readonly path: string; readonly headers: readonly string[]; readonly body: Buffer };

/** Milliseconds of silence: before the answer's head, and between two of its bytes. */
export type UpstreamTimeouts = { readonly headMs: number; readonly bytesMs: number };

/** Every connection of this origin (and proxy) is in use. */
export class UpstreamBusy extends Error {
  override readonly name = 'UpstreamBusy';
}

/** Kept connections to upstreams: one pool an origin (and proxy), the one unused for longest closed when there are too many. */
export class Upstreams {
  readonly #pools = new Map<string, OriginPool>();
  #newest: OriginPool | undefined;
  readonly #limits: ConnectionLimits;

  constructor(limits: Partial<ConnectionLimits> = {}) {
    this.#limits = { requestsMax: CONNECTIONS_PER_ORIGIN_MAX, connectMs: CONNECT_TIMEOUT_MS, ...limits };
  }

  /**
   * Sends a request; `attempt` hears what becomes of it. `proxy` is '' or an http, https or socks5 URL (channel setting `proxy`). Throws BadChannel
   * for a proxy that is none, and UpstreamBusy.
   */
  send(request: UpstreamRequest, proxy: string, timeouts: UpstreamTimeouts, attempt: UpstreamAttempt): void {
    this.#poolFor(request.origin, proxy).dispatch(request, timeouts, attempt);
  }

  /** Waits a moment for running requests, then cuts what is left: by now nobody waits for it. */
  async close(graceMs = CLOSE_GRACE_MS): Promise<void> {
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    this.#newest = undefined;
    const grace = setTimeout(() => pools.forEach((pool) => pool.cut()), graceMs);
    await Promise.all(pools.map((pool) => pool.close()));
    clearTimeout(grace);
  }

  #poolFor(origin: string, proxy: string): OriginPool {
    const name = proxy === '' ? origin : `${origin} ${proxy}`;
    if (this.#newest?.name === name) return this.#newest;
    const pool = this.#pools.get(name) ?? new OriginPool(name, connectionsTo(origin, proxy, this.#limits), this.#limits.requestsMax);
    this.#pools.delete(name);
    this.#pools.set(name, pool);
    this.#newest = pool;
    if (this.#pools.size > POOLS_MAX) this.#closeOldest();
    return pool;
  }

  #closeOldest(): void {
    const [oldest] = this.#pools.values();
    if (oldest === undefined) return;
    this.#pools.delete(oldest.name);
    oldest.close().catch(() => {});
  }
}

class OriginPool {
  readonly name: string;
  readonly #connections: Connections;
  readonly #requestsMax: number;
  /** That run or wait for a connection. Counted here: the pool would look at each of its connections to tell. */
  #requests = 0;

  constructor(name: string, connections: Connections, requestsMax: number) {
    this.name = name;
    this.#connections = connections;
    this.#requestsMax = requestsMax;
  }

  dispatch(request: UpstreamRequest, timeouts: UpstreamTimeouts, attempt: UpstreamAttempt): void {
    if (this.#requests >= this.#requestsMax) throw new UpstreamBusy(`all ${this.#requestsMax} connections are in use`);
    attempt.whenLeft(this.#left);
    this.#connections.dispatcher.dispatch({
      origin: request.origin,
      path: request.path,
      method: 'POST',
      headers: request.headers as string[],
      body: request.body,
      headersTimeout: timeouts.headMs,
      bodyTimeout: timeouts.bytesMs,
    }, attempt);
    this.#requests += 1;
  }

  readonly #left = (): void => {
    this.#requests -= 1;
  };

  close(): Promise<void> {
    return this.#connections.dispatcher.close();
  }

  cut(): void {
    this.#connections.cut().catch(() => {});
  }
}
