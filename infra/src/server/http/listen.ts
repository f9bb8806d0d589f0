import { createServer } from 'node:http';
import type { Server } from 'node:net';
import type { Environment } from '../config/config.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';

/** Connections that the operating system may hold before they are accepted. */
const BACKLOG = 1_024;

/** Ends when the server listens. Throws StartRefused when the address or the port cannot be had. */
export function listen(server: Server, { PORT: port, HOST: host }: Pick<Environment, 'PORT' | 'HOST'>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(refusalOf(error, port, host)));
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
}

/** Throws StartRefused when nobody could listen there now: told before anything else is started. Port 0 is always free. */
export async function refuseTakenPort(where: Pick<Environment, 'PORT' | 'HOST'>): Promise<void> {
  const probe = createServer();
  await listen(probe, where);
  await new Promise((resolve) => {
    probe.close(resolve);
  });
}

function refusalOf(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartRefused(`port ${port} is taken by another program; end it, or set PORT to another port`);
    case 'EACCES':
      return new StartRefused(`port ${port} may not be used by this user; set PORT to 1024 or higher`);
    case 'EADDRNOTAVAIL':
      return new StartRefused(`${host} is no address of this machine; set HOST to one`);
    default:
      return error;
  }
}
