import type { Socket } from 'node:net';
import { buildConnector, Socks5ProxyAgent } from 'undici';

/** What undici's agent does for its own pools, which have no limits of their own: the tunnel alone. Not in its types; a test holds it to this. */
type SocksTunnel = { createSocks5Connection(host: string, port: number): Promise<Socket> };

/**
 * Connects a pool to its origin through a SOCKS5 proxy, with a time-out on each step: the way to the proxy and TLS at the far end take `connectMs` at
 * most, the proxy's own words 5 s each (undici's). What was opened on the way is closed when a step fails.
 */
export function socksConnector(proxy: string, connectMs: number): buildConnector.connector {
  const connect = buildConnector({ timeout: connectMs });
  return (target, callback) => {
    const isTls = target.protocol === 'https:';
    tunnel(proxy, connect, target.hostname, Number(target.port) || (isTls ? HTTPS_PORT : HTTP_PORT)).then(
      (httpSocket) => {
        if (isTls) connect({ ...target, httpSocket }, closing(httpSocket, callback));
        else callback(null, httpSocket);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

const HTTP_PORT = 80;
const HTTPS_PORT = 443;

async function tunnel(proxy: string, connect: buildConnector.connector, host: string, port: number): Promise<Socket> {
  let opened: Socket | undefined;
  const agent = new Socks5ProxyAgent(proxy, {
    connect: (options, callback) =>
      connect(options, (...outcome) => {
        if (outcome[1] !== null) opened = outcome[1];
        callback(...outcome);
      }),
  });
  try {
    return await (agent as unknown as SocksTunnel).createSocks5Connection(host, port);
  } catch (error) {
    opened?.destroy();
    throw error;
  }
}

const closing =
  (socket: Socket, callback: buildConnector.Callback): buildConnector.Callback =>
  (...outcome) => {
    if (outcome[0] !== null) socket.destroy();
    callback(...outcome);
  };
