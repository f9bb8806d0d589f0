import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { bodyGuard, unlessRefused } from './body-guard.ts';
import { BodyRoom } from './body-room.ts';

const STANDSTILL_MS = 50;
const PIECES_MAX = 100;
const READ = 'the body was read';
const LIMITS = { bodiesBytesMax: 4_000, bodiesOfAddressBytesMax: 2_000, smallBodyBytes: 100 };

const room = (log = jest.fn(), nowMs = (): number => 0): BodyRoom =>
  new BodyRoom({ log: { error: log }, nowMs }, LIMITS);

let held: BodyRoom;
let faults: unknown[];
let server: Server;
beforeEach(async () => {
  const app = express().set('trust proxy', true);
  held = room();
  const ofThisTest: unknown[] = [];
  faults = ofThisTest;
  app.use(bodyGuard(held, PIECES_MAX, STANDSTILL_MS), express.json({ type: () => true }), ...unlessRefused);
  app.use((_request, response) => void response.set('Connection', 'close').send(READ));
  app.use(((error, _request, response, _next) => {
    ofThisTest.push(error);
    response.end();
  }) as express.ErrorRequestHandler);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** What is heard until the connection is closed. */
async function heard(framing: string, body: string | Buffer): Promise<string> {
  const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => {
    text += String(bytes);
  });
  socket.write(`POST /api/user/login HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n`);
  socket.write(body);
  await once(socket, 'close');
  return text;
}

const sized = (bytes: number): string => JSON.stringify('x'.repeat(bytes - 2));
const inPieces = (text: string): string => [...text].map((character) => `1\r\n${character}\r\n`).join('') + '0\r\n\r\n';

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

  it('is refused while it comes where there is no room for it beside others, and is not served by what had come', async () => {
    held.take('192.0.2.1', 1_500, 1_500);
    held.take('192.0.2.2', 1_500, 1_500);
    const refused = await heard('Content-Length: 500\r\nConnection: close', sized(500));
    expect(refused).toContain('503 Service Unavailable');
    expect(refused).toContain('Request bodies of other calls take all memory');
    expect(refused).not.toContain(READ);
    const inChunks = `2\r\n{}\r\n1f4\r\n${' '.repeat(500)}\r\n0\r\n\r\n`;
    expect(await heard('Transfer-Encoding: chunked\r\nConnection: close', inChunks)).toMatch(/^HTTP\/1.1 503 /);
    expect(faults).toEqual([]);
    expect(await heard('Content-Length: 7', '{"a":1}')).toContain(READ);
  });

  it('is refused beside those of the same address, unless it is small', async () => {
    held.take('127.0.0.1', 1_900, 1_900);
    const body = JSON.stringify({ a: 'x'.repeat(500) });
    expect(await heard(`Content-Length: ${body.length}\r\nConnection: close`, body)).toContain('429 Too Many Requests');
    expect(await heard('Content-Length: 7', '{"a":1}')).toContain(READ);
  });

  it('is refused beside those of the same IPv6 network, which is one client', async () => {
    const body = JSON.stringify({ a: 'x'.repeat(500) });
    const from = (address: string): Promise<string> =>
      heard(`X-Forwarded-For: ${address}\r\nContent-Length: ${body.length}\r\nConnection: close`, body);
    held.take('2001:db8:0:100::/56', 1_900, 1_900);
    expect(await from('2001:db8:0:1ff::7%eth0')).toContain('429 Too Many Requests');
    expect(await from('2001:db8:0:200::7')).toContain(READ);
  });

  it('that is packed counts for all that it may unpack to', async () => {
    const body = gzipSync('{"a":1}');
    const framing = `Content-Encoding: gzip\r\nContent-Length: ${body.length}\r\nConnection: close`;
    expect(await heard(framing, body)).toContain('429 Too Many Requests');
  });

  it('is counted as it comes, and no longer than its call runs', async () => {
    const body = '{"a":1}';
    expect(await heard(`Content-Length: ${body.length}`, body)).toContain(READ);
    await heard('Content-Length: 100', '{"a":');
    while (held.bytes > 0) await new Promise(setImmediate);
    expect(faults).toHaveLength(1);
  });
});

describe('the room of bodies', () => {
  it('raises the alarm once when it has been full for ten seconds', () => {
    const alarm = jest.fn();
    let nowMs = 0;
    const full = room(alarm, () => nowMs);
    full.take('192.0.2.1', 2_000, 2_000);
    full.take('192.0.2.2', 1_000, 1_000);
    expect(full.take('192.0.2.3', 500, 500)).toBe('bodies_full');
    expect(alarm).not.toHaveBeenCalled();
    nowMs = 10_000;
    full.take('192.0.2.3', 500, 500);
    full.take('192.0.2.3', 500, 500);
    expect(alarm).toHaveBeenCalledTimes(1);
    full.giveBack('192.0.2.1', 2_000);
    expect(full.take('192.0.2.3', 500, 500)).toBeUndefined();
  });

  it('that has no room is counted by why', () => {
    const refused = jest.fn();
    const counted = new BodyRoom({ log: { error: jest.fn() }, nowMs: () => 0, refused }, LIMITS);
    counted.take('192.0.2.1', 2_000, 2_000);
    counted.take('192.0.2.1', 500, 500);
    counted.take('192.0.2.2', 1_500, 1_500);
    expect(refused.mock.calls).toEqual([['bodies_of_address_full'], ['bodies_full']]);
  });
});
