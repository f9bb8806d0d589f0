import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { RelayFixture } from '../testing/relay-fixture.ts';

const HANDSHAKE = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
const UPGRADE = ['Connection: keep-alive, Upgrade', 'Upgrade: WebSocket', ...HANDSHAKE];
const CLOSED_WITHIN_MS = 2_000;
const CALLERS = 50;

let relay: RelayFixture;
const callers: Socket[] = [];
beforeEach(async () => {
  relay = await RelayFixture.open();
});
afterEach(async () => {
  for (const caller of callers.splice(0)) caller.destroy();
  await relay.close();
  expect(relay.unforeseen).toEqual([]);
});

const requestOf = (headers: readonly string[], method = 'GET', path = '/v1/responses'): string =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`;

/** All that a caller hears who never closes his own side, until the relay has closed its. */
async function heardBy(text: string): Promise<string> {
  const caller = connect({ port: relay.port, host: '127.0.0.1', allowHalfOpen: true });
  callers.push(caller);
  let heard = '';
  caller.on('data', (part) => (heard += String(part)));
  await once(caller, 'connect');
  caller.write(text);
  await once(caller, 'end', { signal: AbortSignal.timeout(CLOSED_WITHIN_MS) });
  return heard;
}

describe('a WebSocket for responses', () => {
  it.each([
    ['with a key', [...UPGRADE, 'Authorization: Bearer key']],
    ['without one', UPGRADE],
    ['behind a proxy that takes away what is for one connection alone', HANDSHAKE],
    ['with a body that never comes', [...UPGRADE, 'Content-Length: 1000000']],
  ])(
    'is refused at once by the status that sends clients to HTTP, and the connection closed: %s',
    async (_how, headers) => {
      const heard = await heardBy(requestOf(headers));
      const [head = '', body = ''] = heard.split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 426 Upgrade Required\r\n/);
      expect(head).toMatch(/\r\nUpgrade: HTTP\/1\.1\r\n/);
      expect(head).toMatch(/\r\nConnection: upgrade, close\r\n/);
      expect(JSON.parse(body)).toEqual({
        error: {
          message: expect.stringMatching(/HTTP \(request id: id-\d+\)$/),
          type: 'invalid_request_error',
          param: null,
          code: 'websocket_unsupported',
        },
      });
      expect(relay.cashier.requests).toEqual([]);
    },
  );

  it('leaves nothing behind, however many ask, and what they send behind it is not served', async () => {
    const chat = requestOf(['Authorization: Bearer key'], 'GET', '/v1/models');
    const all = await Promise.all(Array.from({ length: CALLERS }, () => heardBy(`${requestOf(UPGRADE)}${chat}`)));
    expect(all.filter((heard) => heard.match(/^HTTP\/1\.1 /gm)?.length !== 1)).toEqual([]);
    expect((await relay.chat()).status).toBe(200);
  });

  it('is told apart from other requests, which are answered as they always were', async () => {
    expect((await relay.call({ method: 'GET', path: '/v1/responses' })).status).toBe(404);
    expect((await relay.chat({}, { headers: { connection: 'Upgrade', upgrade: 'h2c' } })).status).toBe(200);
  });
});
