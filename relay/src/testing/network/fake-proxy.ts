import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** An HTTP proxy on loopback that opens whatever tunnel it is asked for; with a certificate, over TLS. */
export class FakeProxy {
  /** The `proxy-authorization` of each tunnel; '' where there was none. */
  readonly tunnels: string[] = [];
  readonly #scheme: 'http' | 'https';
  readonly #server;

  private constructor(certificate: Certificate | undefined) {
    this.#scheme = certificate === undefined ? 'http' : 'https';
    this.#server = certificate === undefined ? createServer() : createTlsServer(certificate);
    this.#server.on('connect', this.#tunnel);
  }

  readonly #tunnel = (request: IncomingMessage, socket: Socket): void => {
    this.tunnels.push(request.headers['proxy-authorization'] ?? '');
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [onward, socket])
      end.on('error', () => {}).on('close', () => [onward, socket].forEach((other) => other.destroy()));
  };

  static async open(certificate?: Certificate): Promise<FakeProxy> {
    const proxy = new FakeProxy(certificate);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  /** `userInfo` is '' or `name:password@`. */
  url(userInfo = ''): string {
    return `${this.#scheme}://${userInfo}127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
  }
}

type Certificate = { readonly key: string; readonly cert: string };
