import { Agent, type ClientRequestArgs } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CONNECT_TIMEOUT_MS } from './limits.ts';

/** Nobody accepted a connection: nothing of the request has gone anywhere. */
export class NobodyAccepts extends Error {
  override readonly name = 'NobodyAccepts';
}

/**
 * Connects a request to the first of some ports of 127.0.0.1 that accepts. A connection serves one request: one that was kept might be closed by its
 * other end while a request is on its way, and nobody could tell whether that request was worked on.
 */
export class FirstThatAccepts extends Agent {
  readonly #ports: readonly number[];

  constructor(ports: readonly number[]) {
    super({ keepAlive: false });
    this.#ports = ports;
  }

  override createConnection(
    _options: ClientRequestArgs,
    created?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    void firstOf(this.#ports).then(
      (socket) => created?.(null, socket),
      // Who fails has no stream to give.
      (error: Error) => (created as ((error: Error) => void) | undefined)?.(error),
    );
    return undefined;
  }
}

async function firstOf(ports: readonly number[]): Promise<Socket> {
  for (const port of ports) {
    const socket = await accepted(port);
    if (socket !== undefined) return socket;
  }
  throw new NobodyAccepts(
    ports.length === 0 ? 'no process runs that could answer' : `nobody accepts connections on ${ports.join(', ')}`,
  );
}

/** Undefined when the connection is refused, or not accepted in time. */
function accepted(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const fail = (): void => {
      socket.destroy();
      resolve(undefined);
    };
    socket.setTimeout(CONNECT_TIMEOUT_MS, fail);
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.off('error', fail);
      resolve(socket);
    });
  });
}
