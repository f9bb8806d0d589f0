import { connect, createServer, type Server, type Socket } from 'node:net';

/** `refused`: what passes is cut, and whoever connects is cut off at once. `silent`: connections stay and nothing gets through, as where packets are lost. */
export type Cut = 'refused' | 'silent';

/** Stands between somebody and a port of 127.0.0.1, so that tests can cut the one off from the other. */
export class TcpGate {
  readonly #server: Server;
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  #cut: Cut | undefined;

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer({ noDelay: true }, (near) => this.#pass(near));
  }

  /** Open, on a free port. */
  static async to(target: number): Promise<TcpGate> {
    const gate = new TcpGate(target);
    await new Promise<void>((resolve) => {
      gate.#server.listen(0, '127.0.0.1', resolve);
    });
    return gate;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  cut(how: Cut): void {
    this.#cut = how;
    for (const socket of this.#sockets) {
      if (how === 'refused') socket.destroy();
      else socket.unpipe().pause();
    }
  }

  /** Connections of the time before are cut: nobody could say what of them was lost. */
  open(): void {
    this.#cut = undefined;
    this.#destroyAll();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => {
      this.#server.close(resolve);
    });
    this.#destroyAll();
    await closed;
  }

  #pass(near: Socket): void {
    this.#keep(near);
    if (this.#cut === 'refused') near.destroy();
    if (this.#cut !== undefined) return;
    const far = connect({ port: this.#target, host: '127.0.0.1', noDelay: true });
    this.#keep(far);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    near.pipe(far).pipe(near);
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    // Whoever is cut off is told by the end of the connection.
    socket.on('error', () => undefined);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
