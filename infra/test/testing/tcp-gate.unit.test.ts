import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from './eventually.ts';
import { TcpGate } from './tcp-gate.ts';

let echo: Server;
let gate: TcpGate;
let clients: Socket[];

beforeEach(async () => {
  echo = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  await once(echo.listen(0, '127.0.0.1'), 'listening');
  const address = echo.address();
  gate = await TcpGate.to(typeof address === 'object' && address !== null ? address.port : 0);
  clients = [];
});

afterEach(async () => {
  for (const client of clients) client.destroy();
  await gate.close();
  echo.close();
});

/** What came back, and whether the connection has ended. */
function caller(): { readonly socket: Socket; readonly heard: () => string; readonly isClosed: () => boolean } {
  const socket = connect(gate.port, '127.0.0.1');
  clients.push(socket);
  let heard = '';
  let isClosed = false;
  socket.on('data', (bytes) => {
    heard += String(bytes);
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    isClosed = true;
  });
  return { socket, heard: () => heard, isClosed: () => isClosed };
}

const passes = async (): Promise<void> => {
  const { socket, heard } = caller();
  socket.write('hello');
  await eventually('it came back', () => heard() === 'hello');
};

describe('a gate before a server', () => {
  it('lets bytes through both ways', passes);

  it('that is cut ends what passes and whoever comes, until it is open again', async () => {
    const before = caller();
    before.socket.write('before');
    await eventually('it came back', () => before.heard() === 'before');
    gate.cut('refused');
    const after = caller();
    await eventually('both are cut', () => before.isClosed() && after.isClosed());
    gate.open();
    await passes();
  });

  it('that is silent keeps connections, answers nothing, and ends them when it is open again', async () => {
    const before = caller();
    before.socket.write('before');
    await eventually('it came back', () => before.heard() === 'before');
    gate.cut('silent');
    const after = caller();
    await once(after.socket, 'connect');
    before.socket.write(' lost');
    after.socket.write('lost');
    const other = caller();
    await once(other.socket, 'connect');
    expect([before.heard(), after.heard(), before.isClosed(), after.isClosed()]).toEqual(['before', '', false, false]);
    gate.open();
    await eventually('both are ended', () => before.isClosed() && after.isClosed());
    expect([before.heard(), after.heard()]).toEqual(['before', '']);
    await passes();
  });
});
