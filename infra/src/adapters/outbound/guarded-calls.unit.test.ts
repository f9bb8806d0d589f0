import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { OutboundCall } from '@ledgate/domain/ports/outbound-calls';
import { TEST_CERTIFICATE, TEST_KEY } from '../../../test/doubles/eventstoredb/test-certificate.ts';
import { GuardedCalls, type OutboundOutcome } from './guarded-calls.ts';

type Options = ConstructorParameters<typeof GuardedCalls>[0];

const LOCAL: Options = { allowed: ['127.0.0.0/8'], lookUp: () => Promise.resolve(['127.0.0.1']) };

const servers: (Server | TcpServer)[] = [];

async function listening(server: Server | TcpServer, host = '127.0.0.1'): Promise<number> {
  servers.push(server);
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const serving = (answer: RequestListener, host?: string): Promise<number> => listening(createServer(answer), host);

afterEach(() => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  }
});

const ask = (calls: GuardedCalls, url: string, call: Partial<OutboundCall> = {}) =>
  calls.ask({ purpose: 'picture', url, ...call });

const problemOf = async (calls: GuardedCalls, url: string, call: Partial<OutboundCall> = {}): Promise<string> => {
  const answer = await ask(calls, url, call);
  return answer.kind === 'failed' ? answer.problem : String(answer.status);
};

describe('a guarded call', () => {
  it('has the answer, of any status, with its headers in small letters', async () => {
    const port = await serving((request, response) => {
      response.writeHead(404, { 'X-Said': [`${request.method}`, `${request.url}`, `${request.headers.host}`] });
      response.end('nothing here');
    });
    const answer = await ask(new GuardedCalls(LOCAL), `http://example.org:${port}/a%20b?c=d`);
    expect(answer).toMatchObject({ kind: 'answered', status: 404 });
    if (answer.kind === 'failed') return;
    expect(Buffer.from(answer.body).toString()).toBe('nothing here');
    expect(answer.headers['x-said']).toBe(`GET, /a%20b?c=d, example.org:${port}`);
  });

  it('says what it is given to say', async () => {
    const port = await serving((request, response) => void echo(request, response));
    const answer = await ask(new GuardedCalls(LOCAL), `http://127.0.0.1:${port}/`, {
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    expect(answer.kind === 'answered' && Buffer.from(answer.body).toString()).toBe('POST application/json {"a":1}');
  });

  it('reaches nothing of this machine unless the operator allows it', async () => {
    let asked = 0;
    const port = await serving((_request, response) => {
      asked += 1;
      response.end();
    });
    const strict = new GuardedCalls({ ...LOCAL, allowed: [] });
    expect(await problemOf(strict, `http://127.0.0.1:${port}/`)).toBe('private');
    expect(await problemOf(strict, `https://127.0.0.1:${port}/`)).toBe('private');
    expect(await problemOf(strict, `http://2130706433:${port}/`)).toBe('private');
    expect(await problemOf(strict, `http://[::ffff:127.0.0.1]:${port}/`)).toBe('private');
    expect(await problemOf(strict, `http://localhost:${port}/`)).toBe('private');
    expect(await problemOf(new GuardedCalls(LOCAL), `http://[::ffff:127.0.0.1]:${port}/`)).toBe('private');
    expect(asked).toBe(0);
    expect(await problemOf(new GuardedCalls(LOCAL), `http://127.0.0.1:${port}/`)).toBe('200');
  });

  it('dials nobody where one of several addresses is private', async () => {
    const port = await serving((_request, response) => void response.end());
    const lookUp = (): Promise<readonly string[]> => Promise.resolve(['127.0.0.1', '10.0.0.1']);
    expect(await problemOf(new GuardedCalls({ ...LOCAL, lookUp }), `http://example.org:${port}/`)).toBe('private');
  });

  it('looks a name up once, and dials what it has judged, whatever the name has become', async () => {
    const port = await serving((_request, response) => void response.end(), '127.0.0.2');
    const answers = [['127.0.0.2'], ['127.0.0.1']];
    let lookUps = 0;
    const calls = new GuardedCalls({ ...LOCAL, lookUp: () => Promise.resolve(answers[lookUps++] ?? []) });
    // The system says 127.0.0.1 of this name, where nobody listens on the port.
    expect(await problemOf(calls, `http://localhost:${port}/`)).toBe('200');
    expect(lookUps).toBe(1);
  });

  it('follows no redirect', async () => {
    let asked = 0;
    const port = await serving((_request, response) => {
      asked += 1;
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    });
    expect(await problemOf(new GuardedCalls(LOCAL), `http://127.0.0.1:${port}/`)).toBe('302');
    expect(asked).toBe(1);
  });

  it('holds a server to the name that was given', async () => {
    const server = createTlsServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (_request, response) => response.end());
    const port = await listening(server);
    const calls = new GuardedCalls({ ...LOCAL, ca: TEST_CERTIFICATE });
    expect(await problemOf(calls, `https://localhost:${port}/`)).toBe('200');
    expect(await problemOf(calls, `https://example.org:${port}/`)).toBe('unreachable');
    expect(await problemOf(new GuardedCalls(LOCAL), `https://localhost:${port}/`)).toBe('unreachable');
  });

  it('goes by http to allowed networks only', async () => {
    const calls = new GuardedCalls({ ...LOCAL, lookUp: () => Promise.resolve(['8.8.8.8']) });
    expect(await problemOf(calls, 'http://example.org/')).toBe('plain');
  });

  it('says that a name does not exist, and that nobody answers', async () => {
    const nobody = new GuardedCalls({ ...LOCAL, lookUp: () => Promise.resolve([]) });
    expect(await problemOf(nobody, 'https://example.org/')).toBe('unknown_host');
    const silent = new GuardedCalls({ ...LOCAL, lookUp: () => Promise.reject(new Error('SERVFAIL')) });
    expect(await problemOf(silent, 'https://example.org/')).toBe('unreachable');
    expect(await problemOf(new GuardedCalls(LOCAL), 'http://127.0.0.1:1/')).toBe('unreachable');
  });

  it('tells of each call what became of it', async () => {
    const port = await serving((_request, response) => void response.end());
    const told: [string, OutboundOutcome][] = [];
    const calls = new GuardedCalls({ ...LOCAL, told: (...one) => void told.push(one) });
    await ask(calls, `http://127.0.0.1:${port}/`);
    await ask(calls, 'http://10.0.0.1/');
    expect(told).toEqual([
      ['picture', 'answered'],
      ['picture', 'private'],
    ]);
  });

  it('judges an address for who lets somebody else ask', async () => {
    const calls = new GuardedCalls({ allowed: [], lookUp: () => Promise.resolve(['8.8.8.8']) });
    expect(await calls.refusalOf('https://example.org/a')).toBeUndefined();
    expect(await calls.refusalOf('http://example.org/a')).toMatchObject({ problem: 'plain' });
    expect(await calls.refusalOf('https://10.0.0.1/a')).toMatchObject({ problem: 'private' });
  });
});

describe('the limits of a guarded call', () => {
  it('holds for bytes that are announced, and for those that come', async () => {
    const announced = await serving((_request, response) => {
      response.writeHead(200, { 'content-length': 11 });
      response.write('x');
    });
    const unannounced = await serving((_request, response) => {
      response.write('x'.repeat(6));
      setTimeout(() => response.write('x'.repeat(5)), 5);
    });
    const calls = new GuardedCalls(LOCAL);
    expect(await problemOf(calls, `http://127.0.0.1:${announced}/`, { bytesMax: 10 })).toBe('too_large');
    expect(await problemOf(calls, `http://127.0.0.1:${unannounced}/`, { bytesMax: 10 })).toBe('too_large');
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ] as const)('holds for what %s unpacks to', async (encoding, pack) => {
    const port = await serving((request, response) => {
      response.writeHead(200, { 'content-encoding': encoding, 'x-asked': request.headers['accept-encoding'] });
      response.end(pack(Buffer.alloc(1_000_000)));
    });
    const calls = new GuardedCalls(LOCAL);
    const url = `http://127.0.0.1:${port}/`;
    expect(await problemOf(calls, url, { bytesMax: 999_999 })).toBe('too_large');
    const answer = await ask(calls, url, { bytesMax: 1_000_000 });
    expect(answer.kind === 'answered' && answer.body.length).toBe(1_000_000);
    expect(answer.kind === 'answered' && answer.headers['x-asked']).toBe('identity');
  });

  it.each(['gzip', 'zstd', 'gzip, br'])('takes nothing that says %s and is not', async (encoding) => {
    const port = await serving((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end('plain');
    });
    expect(await problemOf(new GuardedCalls(LOCAL), `http://127.0.0.1:${port}/`)).toBe('unreadable');
  });

  it('asks before it keeps what comes, and before what that unpacks to', async () => {
    const port = await serving((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(100_000)));
    });
    const held: number[] = [];
    const hold = (bytes: number): boolean => held.push(bytes) < 2;
    expect(await problemOf(new GuardedCalls(LOCAL), `http://127.0.0.1:${port}/`, { hold })).toBe('no_room');
    expect(held).toEqual([gzipSync(Buffer.alloc(100_000)).length, 100_000]);
  });

  it('ends a name that nobody answers for, a silent server and a slow one in time', async () => {
    const timeoutMs = 60;
    const silent = await listening(createTcpServer(() => undefined));
    const slow = await serving((_request, response) => {
      const drip = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(drip));
    });
    const calls = new GuardedCalls({ ...LOCAL, timeoutMs });
    const unanswered = new GuardedCalls({ ...LOCAL, timeoutMs, lookUp: () => new Promise(() => undefined) });
    expect(await problemOf(calls, `http://127.0.0.1:${silent}/`)).toBe('timeout');
    expect(await problemOf(calls, `https://127.0.0.1:${silent}/`)).toBe('timeout');
    expect(await problemOf(calls, `http://127.0.0.1:${slow}/`)).toBe('timeout');
    expect(await problemOf(unanswered, `http://example.org/`)).toBe('timeout');
  });

  it('ends when its caller or the product ends it', async () => {
    const port = await listening(createTcpServer(() => undefined));
    const calls = new GuardedCalls(LOCAL);
    const caller = new AbortController();
    const one = problemOf(calls, `http://127.0.0.1:${port}/`, { signal: caller.signal });
    const other = problemOf(calls, `http://127.0.0.1:${port}/`);
    caller.abort();
    expect(await one).toBe('ended');
    calls.close();
    expect(await other).toBe('ended');
    expect(await problemOf(calls, `http://127.0.0.1:${port}/`)).toBe('ended');
  });

  it('holds for calls at a time, and each gives its place back', async () => {
    const port = await serving((_request, response) => void response.end());
    const calls = new GuardedCalls({ ...LOCAL, callsMax: 1 });
    const url = `http://127.0.0.1:${port}/`;
    expect(await Promise.all([problemOf(calls, url), problemOf(calls, url)])).toEqual(['200', 'busy']);
    expect(await problemOf(calls, 'http://10.0.0.1/')).toBe('private');
    expect(await problemOf(calls, url)).toBe('200');
  });

  it('holds for the head of an answer, and nothing that is no answer harms', async () => {
    const long = await serving((_request, response) => void response.writeHead(200, { x: 'x'.repeat(20_000) }).end());
    const odd = await listening(createTcpServer((socket) => void socket.end('SSH-2.0-x\r\n')));
    const cut = await serving((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('x', () => response.destroy());
    });
    const calls = new GuardedCalls(LOCAL);
    for (const port of [long, odd, cut])
      expect(await problemOf(calls, `http://127.0.0.1:${port}/`)).toBe('unreachable');
  });
});

async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  response.end(`${request.method} ${request.headers['content-type']} ${body}`);
}
