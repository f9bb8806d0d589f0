import { once } from 'node:events';
import { createServer, request as call, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { clientAddress } from '@ledgate/relay/http/request-context';
import express from 'express';
import { createParentProxy, proxyGuard, trustParentProxy } from './parent-proxy.ts';
import { requestId } from './request-id.ts';

const SECRET = 'a'.repeat(64);
const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

async function listening(handler: RequestListener): Promise<number> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

type Behind = { readonly trusted?: readonly string[]; readonly answer?: express.RequestHandler };

/** A process in front and one behind it; answers the port of the one in front, and that of the other. */
async function proxied({ trusted = [], answer = echo }: Behind = {}): Promise<{
  readonly front: number;
  readonly behind: number;
}> {
  const parent = express().set('trust proxy', trusted);
  trustParentProxy(parent);
  parent.use(proxyGuard(SECRET), requestId, answer);
  const behind = await listening(parent);
  const child = express().use(requestId, createParentProxy({ port: behind, secret: SECRET }));
  return { front: await listening(child), behind };
}

const echo: express.RequestHandler = (request, response, next) => {
  const parts: Buffer[] = [];
  request
    .on('data', (part: Buffer) => parts.push(part))
    .on('error', next)
    .on('end', () => {
      response
        .status(201)
        .set('X-Answer', 'yes')
        .json({
          method: request.method,
          url: request.originalUrl,
          address: clientAddress(request),
          body: Buffer.concat(parts).toString('utf8'),
          headers: request.headers,
        });
    });
};

type Sent = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly localAddress?: string;
};
type Echoed = { method: string; url: string; address: string; body: string; headers: IncomingHttpHeaders };

function send(
  port: number,
  { method = 'GET', path = '/', headers = {}, body, localAddress = '127.0.0.1' }: Sent = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer; echoed: () => Echoed }> {
  return new Promise((resolve, reject) => {
    const sent = call({ port, host: '127.0.0.1', method, path, headers, localAddress, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer
        .on('data', (part: Buffer) => parts.push(part))
        .on('error', reject)
        .on('end', () => {
          const bytes = Buffer.concat(parts);
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            bytes,
            echoed: () => JSON.parse(bytes.toString('utf8')) as Echoed,
          });
        });
    });
    sent.on('error', reject).end(body);
  });
}

describe('a proxy to another process', () => {
  it('passes on method, path, headers and body, and brings the answer back as it is', async () => {
    const { front } = await proxied();
    const answer = await send(front, {
      method: 'PUT',
      path: '/api/a%20b?c=d',
      headers: { 'Content-Type': 'text/plain', 'X-Mine': 'kept' },
      body: 'words',
    });
    expect(answer.status).toBe(201);
    expect(answer.headers['x-answer']).toBe('yes');
    expect(answer.echoed()).toMatchObject({
      method: 'PUT',
      url: '/api/a%20b?c=d',
      body: 'words',
      headers: { 'x-mine': 'kept', host: `127.0.0.1:${front}` },
    });
  });

  it('passes on bodies in chunks, and none where there is none', async () => {
    const { front } = await proxied();
    const chunked = await send(front, {
      method: 'POST',
      headers: { 'Transfer-Encoding': 'chunked' },
      body: 'x'.repeat(200_000),
    });
    expect(chunked.echoed().body).toHaveLength(200_000);
    expect((await send(front, { method: 'DELETE' })).echoed().body).toBe('');
    expect((await send(front, { method: 'HEAD' })).bytes).toHaveLength(0);
  });

  it('passes on nothing that holds for one connection alone', async () => {
    const { front } = await proxied({
      answer: (request, response, next) => {
        response.set({ 'X-Hop': 'a', 'X-End': 'b', Connection: 'X-Hop', 'Proxy-Authenticate': 'Basic' });
        echo(request, response, next);
      },
    });
    const answer = await send(front, {
      headers: { Connection: 'X-Hop, Keep-Alive', 'X-Hop': 'a', 'X-End': 'b', 'Proxy-Authorization': 'Basic x' },
    });
    for (const headers of [answer.headers, answer.echoed().headers]) {
      expect(headers['x-end']).toBe('b');
      for (const name of ['x-hop', 'proxy-authenticate', 'proxy-authorization'])
        expect(headers).not.toHaveProperty(name);
    }
  });

  it("has one request id, the answer's own", async () => {
    const { front } = await proxied();
    const { headers } = await send(front);
    expect(headers['x-oneapi-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('leaves bytes as they are', async () => {
    const packed = gzipSync('packed words');
    const { front } = await proxied({
      answer: (_request, response) => void response.set('Content-Encoding', 'gzip').send(packed),
    });
    expect((await send(front)).bytes).toEqual(packed);
  });

  it("names the caller's address, whatever the caller says", async () => {
    const { front } = await proxied();
    const answer = await send(front, { localAddress: '127.0.0.9', headers: { 'X-Forwarded-For': '1.2.3.4' } });
    expect(answer.echoed().address).toBe('127.0.0.9');
  });

  it('believes proxies in front of it that are trusted', async () => {
    const { front } = await proxied({ trusted: ['127.0.0.9'] });
    const from = async (localAddress: string): Promise<string> =>
      (await send(front, { localAddress, headers: { 'X-Forwarded-For': '6.6.6.6, 1.2.3.4' } })).echoed().address;
    expect(await from('127.0.0.9')).toBe('1.2.3.4');
    expect(await from('127.0.0.8')).toBe('127.0.0.8');
  });

  it('keeps its secret, and lets nobody through without it', async () => {
    const { front, behind } = await proxied();
    const { headers } = await send(front);
    expect(JSON.stringify(headers)).not.toContain(SECRET);
    for (const given of ['', 'b'.repeat(64), 'a'])
      expect((await send(behind, { headers: { 'X-Ledgate-Proxy': given } })).status).toBe(403);
    // Nobody can bring one along: the caller's is not passed on.
    expect((await send(front, { headers: { 'X-Ledgate-Proxy': 'b'.repeat(64) } })).status).toBe(201);
  });

  it('answers 503 when the other process is not there', async () => {
    const gone = await listening(() => undefined);
    closing.splice(0).forEach((close) => close());
    const front = await listening(express().use(requestId, createParentProxy({ port: gone, secret: SECRET })));
    const { status, bytes } = await send(front, { method: 'POST', body: 'x' });
    expect(status).toBe(503);
    expect(bytes.toString('utf8')).toContain('request id');
  });

  it('ends what a caller has left', async () => {
    let left = (): void => undefined;
    const isLeft = new Promise<void>((resolve) => {
      left = resolve;
    });
    const { front } = await proxied({
      answer: (_request, response) => void response.once('close', left).write('begun'),
    });
    const sent = call({ port: front, host: '127.0.0.1', agent: false }, (answer) => {
      answer.once('data', () => sent.destroy());
    });
    sent.on('error', () => undefined).end();
    await isLeft;
  });
});
