import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const VERSION = 5;
const NO_LOGIN = 0;
const LOGIN = 2;

/** A SOCKS5 proxy (RFC 1928, 1929) for IPv4 targets, which takes every name and password. */
export class FakeSocks {
  readonly logins: string[] = [];
  readonly targets: string[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server: Server = createServer((socket) => {
    this.#sockets.add(socket);
    socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
    void this.#serve(socket).catch(() => socket.destroy());
  });

  static async open(): Promise<FakeSocks> {
    const socks = new FakeSocks();
    socks.#server.listen(0, '127.0.0.1');
    await once(socks.#server, 'listening');
    return socks;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends when every caller's connection is closed. */
  async allClosed(): Promise<void> {
    await Promise.all([...this.#sockets].map((socket) => once(socket, 'close')));
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  async #serve(socket: Socket): Promise<void> {
    const methods = (await next(socket)).subarray(2);
    const method = methods.includes(LOGIN) ? LOGIN : NO_LOGIN;
    socket.write(Buffer.from([VERSION, method]));
    if (method === LOGIN) {
      const login = await next(socket);
      const nameEnd = 2 + (login[1] ?? 0);
      this.logins.push(`${login.toString('utf8', 2, nameEnd)}:${login.toString('utf8', nameEnd + 1)}`);
      socket.write(Buffer.from([1, 0]));
    }
    const wanted = await next(socket);
    const host = [...wanted.subarray(4, 8)].join('.');
    const port = wanted.readUInt16BE(8);
    this.targets.push(`${host}:${port}`);
    const onward = connect(port, host);
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    await once(onward, 'connect');
    socket.write(Buffer.from([VERSION, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
    onward.pipe(socket).pipe(onward);
  }
}

/** Each word of the client comes in one piece on loopback. */
const next = async (socket: Socket): Promise<Buffer> => ((await once(socket, 'data')) as [Buffer])[0];
