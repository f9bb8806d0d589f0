import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const VERSION = 5;
const NO_LOGIN = 0;
const LOGIN = 2;
const IPV4 = 1;
const GRANTED = 0;

/** A SOCKS5 proxy (RFC 1928, 1929) for names and IPv4 addresses, which takes every name and password unless it is told otherwise. */
export class FakeSocks {
  /** What it answers a login, a target: 0 takes it. `method` undefined: the one that was offered. */
  readonly answers = { method: undefined as number | undefined, login: GRANTED, target: GRANTED };
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
    const method = this.answers.method ?? (methods.includes(LOGIN) ? LOGIN : NO_LOGIN);
    socket.write(Buffer.from([VERSION, method]));
    if (method === LOGIN) {
      const login = await next(socket);
      const nameEnd = 2 + (login[1] ?? 0);
      this.logins.push(`${login.toString('utf8', 2, nameEnd)}:${login.toString('utf8', nameEnd + 1)}`);
      socket.write(Buffer.from([1, this.answers.login]));
    }
    const wanted = await next(socket);
    const hostEnd = wanted[3] === IPV4 ? 8 : 5 + (wanted[4] ?? 0);
    const host = wanted[3] === IPV4 ? [...wanted.subarray(4, hostEnd)].join('.') : wanted.toString('utf8', 5, hostEnd);
    const port = wanted.readUInt16BE(hostEnd);
    this.targets.push(`${host}:${port}`);
    if (this.answers.target !== GRANTED) {
      socket.end(Buffer.from([VERSION, this.answers.target, 0, IPV4, 0, 0, 0, 0, 0, 0]));
      return;
    }
    const onward = connect(port, host);
    onward.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    await once(onward, 'connect');
    socket.write(Buffer.from([VERSION, GRANTED, 0, IPV4, 0, 0, 0, 0, 0, 0]));
    onward.pipe(socket).pipe(onward);
  }
}

/** Each word of the client comes in one piece on loopback. */
const next = async (socket: Socket): Promise<Buffer> => ((await once(socket, 'data')) as [Buffer])[0];
