import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Where servers are put. Above it systems take the ports of connections that go out, and one of those may have a port by the time that we listen there. */
const PORTS = { from: 16_384, to: 32_767 };
const TRIES_MAX = 100;
/** Ports that this process was given and may not listen on yet. */
const given = new Set<number>();
const GIVEN_MAX = 1_000;

/**
 * A port of 127.0.0.1 that nobody listens on at the moment; another one each time.
 * @param except kept for somebody who will listen there later
 */
export async function freePort(except?: number, pick = quietPort): Promise<number> {
  const port = await pick();
  return port === except ? freePort(except, pick) : port;
}

async function quietPort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = randomInt(PORTS.from, PORTS.to + 1);
    if (given.has(port) || !(await isFree(port))) continue;
    if (given.size >= GIVEN_MAX) given.clear();
    given.add(port);
    return port;
  }
  return listenOnce(0);
}

/**
 * The port of an earlier run, if nobody listens there at the moment, else another.
 * @param except kept for somebody who will listen there later
 */
export async function portAgain(before: number | undefined, except?: number): Promise<number> {
  return before !== undefined && before !== except && (await isFree(before)) ? before : freePort(except);
}

/** Whether nobody listens on a port of 127.0.0.1 at the moment. */
export const isFree = (port: number): Promise<boolean> =>
  listenOnce(port).then(
    () => true,
    () => false,
  );

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });
}
