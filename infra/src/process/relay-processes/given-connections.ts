import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections of an HTTP server that does not listen: somebody else accepts them and gives them to it. */
export class GivenConnections {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #onEmpty: (() => void) | undefined;

  constructor(server: Server) {
    this.#server = server;
    // A server begins to keep time of its connections when it listens: slow ones would live for ever, and idle ones could not be closed.
    server.emit('listening');
  }

  take(socket: Socket): void {
    this.#open.add(socket);
    socket.once('close', () => {
      this.#open.delete(socket);
      if (this.#open.size === 0) this.#onEmpty?.();
    });
    socket.setNoDelay(true);
    this.#server.emit('connection', socket);
  }

  /** Ends when none is open any more. */
  async allClosed(): Promise<void> {
    if (this.#open.size > 0)
      await new Promise<void>((resolve) => {
        this.#onEmpty = resolve;
      });
  }
}
