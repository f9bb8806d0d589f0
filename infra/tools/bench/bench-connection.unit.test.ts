import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BenchConnection } from './bench-connection.ts';

describe('a kept connection of the load generator', () => {
  let server: Server;
  let accepted: Socket[];
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  beforeEach(async () => {
    accepted = [];
    server = createServer((socket) => {
      accepted.push(socket);
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(async () => {
    for (const socket of accepted) socket.destroy();
    server.close();
    await once(server, 'close');
  });

  it('throws when the server has closed it while nothing was asked, instead of waiting for ever', async () => {
    const connection = await BenchConnection.open(url());
    await connection.call(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
    accepted[0]?.destroy();
    while (!connection.isClosed) await nextTurn();
    await expect(connection.call(Buffer.from('GET / HTTP/1.1\r\n\r\n'))).rejects.toThrow('closed before the request');
  });
});
