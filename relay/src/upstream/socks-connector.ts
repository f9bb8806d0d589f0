import type { Socket } from 'node:net';
import { SocksClient, type SocksProxy } from 'socks';
import { buildConnector } from 'undici';
import { BadChannel } from '../errors/bad-channel.ts';

/**
 * Connects a pool to its origin through a SOCKS5 proxy, which looks up names itself. The way to the proxy and all that it says take `connectMs` at most,
 * TLS at the far end as long again. What was opened on the way is closed when a step fails. Throws BadChannel for a URL that leads to no proxy.
 */
export function socksConnector(url: string, connectMs: number): buildConnector.connector {
  const proxy = proxyOf(new URL(url));
  const connect = buildConnector({ timeout: connectMs });
  return (target, callback) => {
    const isTls = target.protocol === 'https:';
    tunnel(proxy, connectMs, target.hostname, Number(target.port) || (isTls ? HTTPS_PORT : HTTP_PORT)).then(
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
const SOCKS_PORT = 1_080;
/** Of a name, a password and a host: the protocol states their lengths in one byte each. */
const BYTES_MAX = 255;
const KEEP_ALIVE_AFTER_MS = 60_000;

const isTooLong = (text: string): boolean => Buffer.byteLength(text) > BYTES_MAX;

function proxyOf({ hostname, port, username, password }: URL): SocksProxy {
  const [userId, secret] = [decoded(username), decoded(password)];
  if (hostname === '') throw new BadChannel('setting.proxy names no host');
  if (isTooLong(userId) || isTooLong(secret)) throw new BadChannel('setting.proxy has too long a name or password');
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const login = userId === '' && secret === '' ? {} : { userId, password: secret };
  return { type: 5, host, port: Number(port || SOCKS_PORT), ...login };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BadChannel('setting.proxy has a name or password that is not encoded as a URL must be');
  }
}

async function tunnel(proxy: SocksProxy, timeout: number, host: string, port: number): Promise<Socket> {
  if (isTooLong(host)) throw new Error('a SOCKS proxy takes no host of so many characters');
  try {
    const { socket } = await SocksClient.createConnection({
      command: 'connect',
      proxy,
      destination: { host, port },
      timeout,
      socket_options: { port: proxy.port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_AFTER_MS },
    });
    return socket;
  } catch (error) {
    // Not the error itself: the proxy's name and password hang on it.
    throw new Error(`the SOCKS proxy: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const closing =
  (socket: Socket, callback: buildConnector.Callback): buildConnector.Callback =>
  (...outcome) => {
    if (outcome[0] !== null) socket.destroy();
    callback(...outcome);
  };
