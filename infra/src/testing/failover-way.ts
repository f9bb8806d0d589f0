import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type FailoverWay = {
  /** The target's, by way of the proxy. */
  readonly url: string;
  /** Connections that are there stay, and nothing goes through them any more; new ones go through: another host has taken over and resets nothing. */
  failOver(): void;
  close(): Promise<void>;
};

type Pair = { readonly client: Socket; readonly upstream: Socket; dead: boolean };

/** A way to the server that `target` names, on loopback. */
export async function openFailoverWay(target: URL): Promise<FailoverWay> {
  const pairs = new Set<Pair>();
  const server = createServer((client) => {
    const pair: Pair = { client, upstream: connect(Number(target.port), target.hostname), dead: false };
    pairs.add(pair);
    const pass = (from: Socket, to: Socket): void => {
      from.on('error', () => undefined);
      from.on('data', (bytes) => {
        if (!pair.dead) to.write(bytes);
      });
    };
    pass(client, pair.upstream);
    pass(pair.upstream, client);
    client.on('close', () => {
      pairs.delete(pair);
      pair.upstream.destroy();
    });
    pair.upstream.on('close', () => {
      if (!pair.dead) client.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(target.href);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0);
  return {
    url: url.href,
    failOver: () => {
      for (const pair of pairs) {
        pair.dead = true;
        // The host is gone: what it held there, locks included, is gone with it.
        pair.upstream.destroy();
      }
    },
    close: async () => {
      for (const { client, upstream } of pairs) for (const socket of [client, upstream]) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
