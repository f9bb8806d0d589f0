import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** An HTTP proxy on loopback that opens whatever tunnel it is asked for. */
export class FakeProxy {
  /** The `proxy-authorization` of each tunnel; '' where there was none. */
  readonly tunnels: string[] = [];
  readonly #server = createServer().on('connect', (request, socket) => {
    this.tunnels.push(request.headers['proxy-authorization'] ?? '');
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [onward, socket])
      end.on('error', () => {}).on('close', () => [onward, socket].forEach((other) => other.destroy()));
  });

  static async open(): Promise<FakeProxy> {
    const proxy = new FakeProxy();
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  /** `userInfo` is '' or `name:password@`. */
  url(userInfo = ''): string {
    return `http://${userInfo}127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
  }
}
