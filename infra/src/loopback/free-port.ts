import { createServer } from 'node:net';

/**
 * A port of 127.0.0.1 that nobody listens on at the moment.
 * @param except kept for somebody who will listen there later
 */
export async function freePort(except?: number, pick = (): Promise<number> => listenOnce(0)): Promise<number> {
  const port = await pick();
  return port === except ? freePort(except, pick) : port;
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
