import { createServer, type Server, type Socket } from 'node:net';

/** A host of a cluster that takes connections and never answers, like a node whose process stands still. */
export class HangingHost {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  readonly host: string;

  private constructor(host: string) {
    this.host = host;
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.resume();
    });
  }

  static async start(host = '127.0.0.1'): Promise<HangingHost> {
    const hanging = new HangingHost(host);
    await new Promise<void>((resolve, reject) => {
      hanging.#server.once('error', reject);
      hanging.#server.listen(0, host, resolve);
    });
    return hanging;
  }

  /** As `host:port`. */
  get authority(): string {
    const address = this.#server.address();
    return `${this.host}:${typeof address === 'object' ? address?.port : 0}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}
