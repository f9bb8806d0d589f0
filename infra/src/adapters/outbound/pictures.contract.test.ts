import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { channelView } from '@ledgate/relay/testing/fake-relay-view';
import { errorOf, RelayFixture } from '@ledgate/relay/testing/relay-fixture';
import { closeSettled } from '@ledgate/relay/testing/close-settled';
import { GuardedCalls } from './guarded-calls.ts';

const CLAUDE = 'claude-3-7-sonnet-20250219';
const PNG = Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1');

let server: Server;
let asked: number;
let relay: RelayFixture;

beforeEach(async () => {
  asked = 0;
  server = createServer((request, response) => {
    asked += 1;
    if (request.url === '/elsewhere') response.writeHead(302, { location: '/a.png' }).end();
    else if (request.url === '/endless') response.writeHead(200).write(Buffer.alloc(9 * 1024 * 1024));
    else response.end(PNG);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await closeSettled(relay);
});

const addressOf = (host: string, path = '/a.png'): string =>
  `http://${host}:${(server.address() as AddressInfo).port}${path}`;

async function ask(allowed: readonly string[], url: string) {
  const lookUp = (): Promise<readonly string[]> => Promise.resolve(['127.0.0.1']);
  relay = await RelayFixture.open({ outbound: new GuardedCalls({ allowed, lookUp }) });
  relay.view.channels = [channelView({ id: 2, type: 14, models: [CLAUDE], baseUrl: relay.upstream.url })];
  relay.upstream.play = (response) => void response.end('{"content":[],"usage":{"input_tokens":1,"output_tokens":1}}');
  const content = [{ type: 'image_url', image_url: { url } }];
  return relay.chat({ model: CLAUDE, messages: [{ role: 'user', content }] });
}

describe('a picture in a request', () => {
  it.each(['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost', 'pictures.example'])(
    'is not fetched from this machine, whatever that is called: %s',
    async (host) => {
      const answer = await ask([], addressOf(host));
      expect(answer.status).toBe(400);
      expect(errorOf(answer)).toMatchObject({ param: 'messages[0].content[0].image_url' });
      expect(asked).toBe(0);
      expect(relay.upstream.received).toEqual([]);
    },
  );

  it('is fetched from a network that the operator allows', async () => {
    expect((await ask(['127.0.0.1'], addressOf('pictures.example'))).status).toBe(200);
    expect(asked).toBe(1);
    expect(relay.upstream.received[0]?.text).toContain(PNG.toString('base64'));
  });

  it.each([
    ['/elsewhere', /sends elsewhere/],
    ['/endless', /larger than 8 MiB/],
  ])('is not fetched from %s', async (path, message) => {
    const answer = await ask(['127.0.0.1'], addressOf('127.0.0.1', path));
    expect(answer.status).toBe(400);
    expect(errorOf(answer).message).toMatch(message);
    expect(asked).toBe(1);
  });
});
