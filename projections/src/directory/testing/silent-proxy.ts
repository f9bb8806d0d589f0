import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type SilentProxy = {
  /** The target's, by way of the proxy. */
  readonly url: string;
  /** Connections stay, and nothing goes through them any more, or through new ones: as behind a cut cable. */
  silence(): void;
  close(): Promise<void>;
};

/** A way to the server that `target` names, on loopback. */
export async function openProxy(target: URL): Promise<SilentProxy> {
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on('data', (bytes) => {
      if (!silent) upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (!silent) client.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0);
  return {
    url: url.href,
    silence: () => {
      silent = true;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
