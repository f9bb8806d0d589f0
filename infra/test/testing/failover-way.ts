import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type FailoverWay = {
  /** The target's, by way of the proxy. */
  readonly url: string;
  /** Connections that are there stay, new ones are taken, and nothing goes through them: the host is gone, and nothing is reset. */
  goAway(): void;
  /** New connections go through: another host has taken over. Those of the time before stay as they are, for good. */
  takeOver(): void;
  /** Both, without a moment between them. */
  failOver(): void;
  close(): Promise<void>;
};

type Pair = { readonly client: Socket; readonly upstream: Socket; dead: boolean };

/** A way to the server that `target` names, on loopback. */
export async function openFailoverWay(target: URL): Promise<FailoverWay> {
  const pairs = new Set<Pair>();
  /** Of connections that were taken while nobody was there. */
  const unanswered = new Set<Socket>();
  let isAway = false;
  const server = createServer((client) => {
    if (isAway) {
      unanswered.add(client);
      client.on('error', () => undefined).on('close', () => unanswered.delete(client));
      client.resume();
      return;
    }
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
  const goAway = (): void => {
    isAway = true;
    for (const pair of pairs) {
      pair.dead = true;
      // The host is gone: what it held there, locks included, is gone with it.
      pair.upstream.destroy();
    }
  };
  const takeOver = (): void => {
    isAway = false;
  };
  return {
    url: url.href,
    goAway,
    takeOver,
    failOver: () => {
      goAway();
      takeOver();
    },
    close: async () => {
      for (const { client, upstream } of pairs) for (const socket of [client, upstream]) socket.destroy();
      for (const client of unanswered) client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
