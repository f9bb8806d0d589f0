import { buildConnector, type Dispatcher, errors, Pool, ProxyAgent } from 'undici';
import { BadChannel } from '../errors/bad-channel.ts';
import { IDLE_CONNECTION_MS } from '../limits.ts';
import { ignoringContinue } from './interim-answers.ts';
import { socksConnector } from './socks-connector.ts';

/** `requestsMax`: connections of one origin, and so requests that run or wait there. `connectMs`: for each step until a connection can be used. */
export type ConnectionLimits = { readonly requestsMax: number; readonly connectMs: number };

/** What sends to one origin, and what cuts its requests, also after the dispatcher has begun to close. */
export type Connections = { readonly dispatcher: Dispatcher; readonly cut: () => Promise<unknown> };

/** Kept connections to an origin; `proxy` is '' or an http, https or socks5 URL (channel setting `proxy`). Throws BadChannel for one that is none. */
export function connectionsTo(origin: string, proxy: string, limits: ConnectionLimits): Connections {
  const { requestsMax, connectMs } = limits;
  const kept = {
    connections: requestsMax,
    pipelining: 1,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: 6 * IDLE_CONNECTION_MS,
  };
  if (proxy === '')
    return pooled(new Pool(origin, { ...kept, connect: ignoringContinue(buildConnector({ timeout: connectMs })) }));
  if (!URL.canParse(proxy)) throw new BadChannel('setting.proxy is not a URL');
  const { protocol } = new URL(proxy);
  if (protocol === 'http:' || protocol === 'https:') return tunnelled(proxy, kept, connectMs);
  if (protocol === 'socks5:' || protocol === 'socks:')
    return pooled(new Pool(origin, { ...kept, connect: ignoringContinue(socksConnector(proxy, connectMs)) }));
  throw new BadChannel('setting.proxy must begin with http://, https:// or socks5://');
}

const pooled = (pool: Pool): Connections => ({ dispatcher: pool, cut: () => pool.destroy() });

/** The agent makes its pool when the first request comes, and a new one when every connection has ended. */
function tunnelled(uri: string, kept: Pool.Options, connectMs: number): Connections {
  let pool: Pool | undefined;
  const dispatcher = new ProxyAgent({
    uri,
    ...kept,
    proxyTls: { timeout: connectMs },
    requestTls: { timeout: connectMs },
    // A proxy that takes a connection and never opens its tunnel would hold requests for undici's five minutes.
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: connectMs }),
    factory: (origin, options) => {
      const { connect, ...others } = options as Pool.Options & { readonly connect: buildConnector.connector };
      pool = new Pool(origin, { ...others, connect: ignoringContinue(failingToConnect(connect)) });
      return pool;
    },
  });
  // An agent that has begun to close has forgotten its pools, and would wait for their requests for ever.
  return { dispatcher, cut: () => Promise.all([pool?.destroy(), dispatcher.destroy()]) };
}

/** A proxy that says nothing, as undici tells it, looks like an upstream that does: but nothing has reached that, and another channel may do better. */
const failingToConnect =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...outcome) => {
      if (outcome[0] instanceof errors.HeadersTimeoutError)
        callback(new errors.ConnectTimeoutError('the proxy opened no way in time'), null);
      else callback(...outcome);
    });
