import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import express from 'express';
import { bodyGuard } from './body-guard.ts';

const STANDSTILL_MS = 50;
const PIECES_MAX = 100;
const READ = 'the body was read';

let server: Server;
beforeEach(async () => {
  const app = express();
  app.use(bodyGuard(PIECES_MAX, STANDSTILL_MS), express.json({ type: () => true }));
  app.use((_request, response) => void response.set('Connection', 'close').send(READ));
  app.use(((_error, _request, response, _next) => void response.end()) as express.ErrorRequestHandler);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** What is heard until the connection is closed. */
async function heard(framing: string, body: string): Promise<string> {
  const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => {
    text += String(bytes);
  });
  socket.write(`POST /api/user/login HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n${body}`);
  await once(socket, 'close');
  return text;
}

const inPieces = (text: string): string => [...text].map((letter) => `1\r\n${letter}\r\n`).join('') + '0\r\n\r\n';

describe('a body of the console', () => {
  it.each([
    ['whole', 'Content-Length: 7', '{"a":1}'],
    ['in a few pieces', 'Transfer-Encoding: chunked', inPieces('{"a":1}')],
  ])('is read %s', async (_what, framing, body) => {
    expect(await heard(framing, body)).toContain(READ);
  });

  it('in a thousand pieces ends the connection', async () => {
    expect(await heard('Transfer-Encoding: chunked', inPieces(JSON.stringify({ a: 'x'.repeat(1_000) })))).not.toContain(
      READ,
    );
  });

  it('that stands still ends it too', async () => {
    expect(await heard('Content-Length: 100', '{"a":')).not.toContain(READ);
  });
});
