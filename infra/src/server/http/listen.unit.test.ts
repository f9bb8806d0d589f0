import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { listen, refuseTakenPort } from './listen.ts';

describe('a port', () => {
  const servers: Server[] = [];
  afterEach(() => servers.splice(0).forEach((server) => server.close()));
  const occupied = async (): Promise<number> => {
    const server = createServer();
    servers.push(server);
    await listen(server, { PORT: 0, HOST: '127.0.0.1' });
    return (server.address() as AddressInfo).port;
  };

  it('that is taken is refused before anything is begun, naming port and way out', async () => {
    const PORT = await occupied();
    const refused = refuseTakenPort({ PORT, HOST: '127.0.0.1' });
    await expect(refused).rejects.toThrow(StartRefused);
    await expect(refused).rejects.toThrow(
      `port ${PORT} is taken by another program; end it, or set PORT to another port`,
    );
  });

  it('that somebody takes meanwhile is refused as clearly', async () => {
    const PORT = await occupied();
    await expect(listen(createServer(), { PORT, HOST: '127.0.0.1' })).rejects.toThrow(`port ${PORT} is taken`);
  });

  it('of an address that this machine does not have is refused', async () => {
    await expect(refuseTakenPort({ PORT: 0, HOST: '192.0.2.1' })).rejects.toThrow(
      '192.0.2.1 is no address of this machine; set HOST to one',
    );
  });

  it('that is free is left free', async () => {
    await refuseTakenPort({ PORT: 0, HOST: '127.0.0.1' });
    const PORT = await occupied();
    servers.splice(0).forEach((server) => server.close());
    await refuseTakenPort({ PORT, HOST: '127.0.0.1' });
  });
});
