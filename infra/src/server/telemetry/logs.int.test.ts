import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ALL } from '../config/roles.ts';
import { CALL_PRICE, CrashWorld } from '../../../test/crash/world.ts';
import { Installation } from '../../../test/testing/installation.ts';
import { buildProduct } from '../../../test/testing/product.ts';

const LIMIT_MS = 180_000;
const SECRETS = {
  password: 'Wrong-Pass-91',
  rootPassword: '123456',
  key: 'not-a-key-5c1',
  cookie: 'cookie-77aa',
  access: 'access-31bd',
  upstreamKey: 'upstream-key-4e9',
  proxyPassword: 'proxy-pass-88',
  code: 'gift-code-60',
};

/** Says back in its error everything that it was told, as some providers do. */
function tellTale(): Server {
  return createServer((request, response) => {
    request.resume();
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        error: {
          message: `Incorrect key: ${String(request.headers.authorization)}`,
          type: 'invalid_request_error',
          code: 'invalid_api_key',
        },
      }),
    );
  }).listen(0, '127.0.0.1');
}

describe('the log of the built product', () => {
  let installation: Installation;
  let world: CrashWorld | undefined;
  let upstream: Server | undefined;
  beforeAll(() => buildProduct(), LIMIT_MS);
  afterEach(async () => {
    world?.upstream.close();
    upstream?.close();
    await installation.close();
  }, LIMIT_MS);

  it(
    'never shows a key, a password, a header or a cookie of requests that fail, and names the request in each line about one',
    async () => {
      installation = await Installation.open({ environment: { LOG_LEVEL: 'trace' } });
      const product = await installation.start([ALL]);
      world = await CrashWorld.open(product);
      upstream = tellTale();
      await once(upstream, 'listening');
      const address = upstream.address();
      const base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
      const root = await world.root();
      const channel = {
        type: 1,
        key: SECRETS.upstreamKey,
        group: 'default',
        groups: ['default'],
        priority: 0,
        weight: 0,
        auto_ban: 1,
      };
      await root.post('/api/channel/', z.unknown(), {
        ...channel,
        name: 'tell-tale',
        base_url: base,
        models: 'telltale',
      });
      await root.post('/api/channel/', z.unknown(), {
        ...channel,
        name: 'behind a proxy',
        base_url: base,
        models: 'proxied',
        setting: JSON.stringify({ proxy: `http://user:${SECRETS.proxyPassword}@127.0.0.1:1` }),
      });
      await root.put('/api/option/', z.unknown(), {
        key: 'ModelPrice',
        value: JSON.stringify({ telltale: 0.01, proxied: 0.01, [world.model]: CALL_PRICE / 500_000 }),
      });
      const spender = await world.spender(20 * CALL_PRICE);

      const ids: string[] = [];
      const call = async (path: string, options: RequestInit): Promise<number> => {
        const answer = await fetch(`${product.url}${path}`, {
          method: 'POST',
          ...options,
          headers: { 'Content-Type': 'application/json', ...options.headers },
        });
        await answer.text();
        ids.push(answer.headers.get('X-Oneapi-Request-Id') ?? '');
        return answer.status;
      };
      const chat = (model: string, key: string): Promise<number> =>
        call('/v1/chat/completions', {
          headers: { Authorization: `Bearer ${key}` },
          body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hello' }] }),
        });
      await call('/api/user/login', { body: JSON.stringify({ username: 'root', password: SECRETS.password }) });
      await call('/api/user/self', {
        method: 'GET',
        headers: { Cookie: `session=${SECRETS.cookie}`, Authorization: SECRETS.access, 'New-Api-User': '1' },
      });
      await call('/api/user/topup', {
        headers: { Authorization: SECRETS.access },
        body: JSON.stringify({ key: SECRETS.code }),
      });
      expect(await chat(world.model, `sk-${SECRETS.key}`)).toBe(401);
      expect(await chat('telltale', spender.key)).toBeGreaterThanOrEqual(400);
      expect(await chat('proxied', spender.key)).toBeGreaterThanOrEqual(400);
      expect(
        await call('/v1/chat/completions', {
          headers: { Authorization: `Bearer ${spender.key}` },
          body: `{"key": "${SECRETS.key}", `,
        }),
      ).toBe(400);
      await product.stop();

      const lines = product.output.split('\n').filter((line) => line.startsWith('{'));
      const parsed = lines.map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)));
      for (const [name, secret] of Object.entries({ ...SECRETS, userKey: spender.key })) {
        expect({ name, lines: lines.filter((line) => line.includes(secret)) }).toEqual({ name, lines: [] });
      }
      // Each of the requests has left lines, and every line that tells of one names it.
      for (const id of ids) expect(parsed.some(({ requestId }) => requestId === id)).toBe(true);
      const ofRequests = parsed.filter((line) => 'path' in line || 'channelId' in line || 'status' in line);
      expect(ofRequests.length).toBeGreaterThanOrEqual(ids.length);
      expect(ofRequests.filter(({ requestId }) => typeof requestId !== 'string')).toEqual([]);
    },
    LIMIT_MS,
  );
});
