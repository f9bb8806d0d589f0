import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { silentLog } from '@ledgate/domain/ports/log';
import { createApp } from './app.ts';
import { createExpressServer } from './server.ts';

const LIMITS = {
  TRUSTED_PROXIES: [] as string[],
  GLOBAL_API_RATE_LIMIT: '2/60',
  SESSION_API_RATE_LIMIT: '3/60',
  CRITICAL_RATE_LIMIT: '0',
  GLOBAL_WEB_RATE_LIMIT: '0',
};
const closing: (() => void)[] = [];

afterEach(() => closing.splice(0).forEach((close) => close()));

async function serve(app: ReturnType<typeof express>): Promise<string> {
  const server = createExpressServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Each session proves the person whose number it is, but `0`. */
const callers = {
  shownBy: ({ headers }: express.Request) => headers.cookie,
  provedBy: async ({ headers }: express.Request) => Number(headers.cookie) || undefined,
};

const appWith = (api: express.Router, limits = LIMITS) =>
  createApp(
    {
      relay: undefined,
      api: { router: api, callers },
      unlimited: express.Router(),
      consoleFolder: '/nowhere',
      first: [],
      log: silentLog,
    },
    limits,
  );

describe('createExpressServer', () => {
  it("makes requests and responses with Express's prototypes, so that Express never has to change one", async () => {
    const app = express();
    const seen: unknown[] = [];
    app.get('/', (request, response) => {
      seen.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
      response.json({ address: request.ip });
    });
    const prototypesSet: unknown[] = [];
    const setPrototypeOf = Object.setPrototypeOf;
    Object.setPrototypeOf = (target: object, prototype: object | null) => {
      if (Object.getPrototypeOf(target) !== prototype) prototypesSet.push(target);
      return setPrototypeOf(target, prototype);
    };
    try {
      const answer = await fetch(await serve(app));
      expect(await answer.json()).toEqual({ address: '127.0.0.1' });
    } finally {
      Object.setPrototypeOf = setPrototypeOf;
    }
    expect(seen[0]).toBe(app.request);
    expect(seen[1]).toBe(app.response);
    expect(prototypesSet.filter((target) => target instanceof Object && 'headersSent' in target)).toEqual([]);
  });
});

it('refuses headers of more than 16 KiB, and serves on', async () => {
  const url = await serve(express().use((_request, response) => void response.send('served')));
  const asked = (bytes: number): Promise<number> =>
    fetch(url, { headers: { 'x-large': 'x'.repeat(bytes) } }).then(({ status }) => status);
  expect([await asked(20 * 1024), await asked(14 * 1024)]).toEqual([431, 200]);
});

describe('the objects of createExpressServer', () => {
  it('have one shape for all requests, and one for all responses, which is what makes them quick', async () => {
    setFlagsFromString('--allow-natives-syntax');
    const sameShape = runInThisContext('(one, other) => %HaveSameMap(one, other)') as (
      one: unknown,
      other: unknown,
    ) => boolean;
    // Compiled now, while the flag holds.
    sameShape({}, {});
    setFlagsFromString('--no-allow-natives-syntax');
    const app = express();
    const seen: { request: unknown; response: unknown }[] = [];
    app.get('/', (request, response) => {
      seen.push({ request, response });
      response.end();
    });
    const url = await serve(app);
    for (let call = 0; call < 3; call += 1) await (await fetch(url, { headers: { connection: 'close' } })).text();
    const [, second, third] = seen;
    expect([sameShape(second?.request, third?.request), sameShape(second?.response, third?.response)]).toEqual([
      true,
      true,
    ]);
  });
});

describe('createApp', () => {
  it('gives each answer a request id of its own and answers unknown paths of /api in the shape of OpenAI', async () => {
    const url = await serve(appWith(express.Router()));
    const answers = [await fetch(`${url}/api/nothing`), await fetch(`${url}/v1/nothing`)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(await answers[0]?.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
    const ids = answers.map(({ headers }) => headers.get('X-Oneapi-Request-Id'));
    expect(new Set(ids).size).toBe(2);
    expect(answers.map(({ headers }) => headers.get('X-Request-Id'))).toEqual(ids);
  });

  it('answers 429 with an empty body beyond the limit of an address, whatever X-Forwarded-For says', async () => {
    const router = express.Router();
    router.get('/api/status', (_request, response) => {
      response.json({ success: true });
    });
    const url = await serve(appWith(router));
    const call = (from: string) => fetch(`${url}/api/status`, { headers: { 'X-Forwarded-For': from } });
    expect([(await call('10.0.0.1')).status, (await call('10.0.0.2')).status]).toEqual([200, 200]);
    const refused = await call('10.0.0.3');
    expect([refused.status, await refused.text()]).toEqual([429, '']);
  });

  it('answers an address that cannot be decoded, and a handler that throws, without a stack', async () => {
    const router = express.Router();
    router.get('/api/bug', () => {
      throw new Error('a secret of the house');
    });
    const url = await serve(appWith(router));
    const answers = await Promise.all([fetch(`${url}/%E0%A4%A`), fetch(`${url}/api/bug`)]);
    expect(answers.map(({ status }) => status)).toEqual([400, 500]);
    for (const answer of answers) {
      const text = await answer.text();
      expect(JSON.parse(text)).toMatchObject({ error: { message: expect.stringContaining('request id: ') } });
      expect(text).not.toMatch(/secret|\.ts|node_modules/);
    }
  });

  it('counts the addresses of one IPv6 network together', async () => {
    const router = express.Router();
    router.get('/api/status', (_request, response) => {
      response.json({ success: true });
    });
    const url = await serve(appWith(router, { ...LIMITS, TRUSTED_PROXIES: ['127.0.0.1'] }));
    const call = async (from: string) =>
      (await fetch(`${url}/api/status`, { headers: { 'X-Forwarded-For': from } })).status;
    expect([
      await call('2001:db8:1:2::1'),
      await call('2001:db8:1:2::2'),
      await call('2001:db8:1:2:ffff::3'),
      await call('2001:db8:9::1'),
    ]).toEqual([200, 200, 429, 200]);
  });

  it('believes X-Forwarded-For of a proxy that is named', async () => {
    const router = express.Router();
    router.get('/api/status', (request, response) => {
      response.json({ address: request.ip });
    });
    const url = await serve(appWith(router, { ...LIMITS, TRUSTED_PROXIES: ['127.0.0.1'] }));
    expect(await (await fetch(`${url}/api/status`, { headers: { 'X-Forwarded-For': '10.9.8.7' } })).json()).toEqual({
      address: '10.9.8.7',
    });
  });
});
