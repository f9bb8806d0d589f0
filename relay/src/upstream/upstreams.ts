import { type Dispatcher, Pool, ProxyAgent, Socks5ProxyAgent } from 'undici';
import { CLOSE_GRACE_MS, CONNECT_TIMEOUT_MS, CONNECTIONS_PER_ORIGIN_MAX, IDLE_CONNECTION_MS, POOLS_MAX } from '../limits.ts';
import { BadChannel } from '../providers/chat-provider.ts';

/** `headers`: names and values in turn. */
export type UpstreamRequest = { readonly origin: string; readonly path: string; readonly headers: readonly string[]; readonly body: Buffer };

/** Milliseconds of silence: before the answer's head, and between two of its bytes. */
export type UpstreamTimeouts = { readonly headMs: number; readonly bytesMs: number };

/** Every connection of this origin is in use. */
export class UpstreamBusy extends Error {
  override readonly name = 'UpstreamBusy';
}

/** Kept connections to upstreams: one pool an origin (and proxy), the one unused for longest closed when there are too many. */
export class Upstreams {
  readonly #pools = new Map<string, OriginPool>();
  #newest: OriginPool | undefined;

  /**
   * Sends a request; `handler` hears what becomes of it. `proxy` is '' or an http, https or socks5 URL (channel setting `proxy`). Throws BadChannel
   * for a proxy that is none, and UpstreamBusy.
   */
  send(request: UpstreamRequest, proxy: string, timeouts: UpstreamTimeouts, handler: Dispatcher.DispatchHandler): void {
    this.#poolFor(request.origin, proxy).dispatch(request, timeouts, handler);
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
    const pool = this.#pools.get(name) ?? new OriginPool(name, dispatcherFor(origin, proxy));
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
  readonly #dispatcher: Dispatcher;
  readonly #isFull: () => boolean;

  constructor(name: string, dispatcher: Dispatcher) {
    this.name = name;
    this.#dispatcher = dispatcher;
    this.#isFull = dispatcher instanceof Pool ? () => dispatcher.stats.size >= CONNECTIONS_PER_ORIGIN_MAX : () => false;
  }

  dispatch(request: UpstreamRequest, timeouts: UpstreamTimeouts, handler: Dispatcher.DispatchHandler): void {
    if (this.#isFull()) throw new UpstreamBusy(`all ${CONNECTIONS_PER_ORIGIN_MAX} connections are in use`);
    this.#dispatcher.dispatch({
      origin: request.origin,
      path: request.path,
      method: 'POST',
      headers: request.headers as string[],
      body: request.body,
      headersTimeout: timeouts.headMs,
      bodyTimeout: timeouts.bytesMs,
    }, handler);
  }

  close(): Promise<void> {
    return this.#dispatcher.close();
  }

  cut(): void {
    this.#dispatcher.destroy().catch(() => {});
  }
}

function dispatcherFor(origin: string, proxy: string): Dispatcher {
  const kept = { connections: CONNECTIONS_PER_ORIGIN_MAX, pipelining: 1, keepAliveTimeout: IDLE_CONNECTION_MS, keepAliveMaxTimeout: 6 * IDLE_CONNECTION_MS };
  const options = { ...kept, connect: { timeout: CONNECT_TIMEOUT_MS } };
  if (proxy === '') return new Pool(origin, options);
  if (!URL.canParse(proxy)) throw new BadChannel('setting.proxy is not a URL');
  const { protocol } = new URL(proxy);
  if (protocol === 'http:' || protocol === 'https:') return new ProxyAgent({ uri: proxy, ...options });
  if (protocol === 'socks5:' || protocol === 'socks:') return new Socks5ProxyAgent(proxy, kept);
  throw new BadChannel('setting.proxy must begin with http://, https:// or socks5://');
}
