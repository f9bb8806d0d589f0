import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { BadChannel } from '../providers/chat-provider.ts';
import { FakeSocks } from '../testing/fake-socks.ts';
import { completion, FakeUpstream, sendJson } from '../testing/fake-upstream.ts';
import { UpstreamAttempt } from './upstream-attempt.ts';
import { UpstreamBusy, Upstreams } from './upstreams.ts';

const upstreams = new Upstreams();
let upstream: FakeUpstream;
let proxy: Server;
const tunnels: string[] = [];

beforeAll(async () => {
  upstream = await FakeUpstream.open();
  proxy = createServer().on('connect', (request, socket) => {
    tunnels.push(request.headers['proxy-authorization'] ?? '');
    const [host = '', port = ''] = (request.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [onward, socket]) end.on('error', () => {}).on('close', () => [onward, socket].forEach((other) => other.destroy()));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
beforeEach(() => {
  upstream.play = (response) => sendJson(response, completion());
});
afterAll(async () => {
  await upstreams.close();
  await upstream.close();
  proxy.close();
});

async function answered(proxyUrl: string) {
  const attempt = new UpstreamAttempt(() => {}, undefined);
  upstreams.send({ origin: upstream.url, path: '/v1/x', headers: ['content-type', 'application/json'], body: Buffer.from('{}') }, proxyUrl, { headMs: 5_000, bytesMs: 5_000 }, attempt);
  const outcome = await attempt.outcome;
  return outcome.kind === 'whole' ? outcome.body.toString() : outcome;
}

describe('upstreams', () => {
  it('are asked directly, over connections that are kept', async () => {
    expect(await answered('')).toBe(completion());
    // A connection is free again in the event loop's next turn.
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await answered('')).toBe(completion());
    expect(new Set(upstream.received.map(({ response }) => response.req.socket.remotePort)).size).toBe(1);
  });

  it('are asked through a channel\'s proxy, with its name and password', async () => {
    const { port } = proxy.address() as AddressInfo;
    expect(await answered(`http://me:secret@127.0.0.1:${port}`)).toBe(completion());
    expect(tunnels).toEqual([`Basic ${Buffer.from('me:secret').toString('base64')}`]);
  });

  it.each(['direct', 'proxied'])('are left when they are silent and the relay closes, %s', async (way) => {
    let asked = (): void => {};
    const waiting = new Promise<void>((resolve) => { asked = resolve; });
    upstream.play = () => asked();
    const { port } = proxy.address() as AddressInfo;
    const closing = new Upstreams();
    const attempt = new UpstreamAttempt(() => {}, undefined);
    closing.send({ origin: upstream.url, path: '/v1/x', headers: [], body: Buffer.from('{}') }, way === 'direct' ? '' : `http://127.0.0.1:${port}`, { headMs: 60_000, bytesMs: 60_000 }, attempt);
    await waiting;
    await closing.close(10);
    expect(await attempt.outcome).toMatchObject({ kind: 'failed', head: undefined });
  });

  it('are asked through a SOCKS5 proxy, with its name and password', async () => {
    const socks = await FakeSocks.open();
    expect(await answered(`socks5://me:secret@127.0.0.1:${socks.port}`)).toBe(completion());
    expect(socks).toMatchObject({ logins: ['me:secret'], targets: [new URL(upstream.url).host] });
    await upstreams.close();
    socks.close();
  });

  it('are given up when the far end of a SOCKS5 tunnel says nothing, and the tunnel is closed', async () => {
    const socks = await FakeSocks.open();
    const silent = createTcpServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const impatient = new Upstreams({ connectMs: 100 });
    const attempt = new UpstreamAttempt(() => {}, undefined);
    const origin = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    impatient.send({ origin, path: '/', headers: [], body: Buffer.from('{}') }, `socks5://127.0.0.1:${socks.port}`, { headMs: 60_000, bytesMs: 60_000 }, attempt);
    expect(await attempt.outcome).toMatchObject({ kind: 'failed', head: undefined, error: { code: 'UND_ERR_CONNECT_TIMEOUT' } });
    await socks.allClosed();
    await impatient.close();
    silent.close();
    socks.close();
  });

  it.each(['direct', 'proxied', 'socks'])('take no more requests at once than their limit, %s', async (way) => {
    upstream.play = () => {};
    const socks = await FakeSocks.open();
    const { port } = proxy.address() as AddressInfo;
    const url = { direct: '', proxied: `http://127.0.0.1:${port}`, socks: `socks5://127.0.0.1:${socks.port}` }[way] ?? '';
    const busy = new Upstreams({ requestsMax: 2 });
    const send = (): UpstreamAttempt => {
      const attempt = new UpstreamAttempt(() => {}, undefined);
      busy.send({ origin: upstream.url, path: '/v1/x', headers: [], body: Buffer.from('{}') }, url, { headMs: 60_000, bytesMs: 60_000 }, attempt);
      return attempt;
    };
    const attempts = [send(), send()];
    expect(send).toThrow(UpstreamBusy);
    await busy.close(10);
    await Promise.all(attempts.map(({ outcome }) => outcome));
    socks.close();
  });

  it('count a connection that an upstream keeps open behind the end of its stream, until it is cut', async () => {
    let isCut = false;
    upstream.play = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: [DONE]\n\n');
      const alive = setInterval(() => response.write(': still here\n\n'), 100);
      response.on('close', () => {
        clearInterval(alive);
        isCut = true;
      });
    };
    const few = new Upstreams({ requestsMax: 1 });
    const send = (): UpstreamAttempt => {
      const attempt = new UpstreamAttempt(() => {}, () => ({ push: () => true }));
      few.send({ origin: upstream.url, path: '/v1/x', headers: [], body: Buffer.from('{}') }, '', { headMs: 60_000, bytesMs: 60_000 }, attempt);
      return attempt;
    };
    expect(await send().outcome).toEqual({ kind: 'streamed', how: 'ended' });
    expect(send).toThrow(UpstreamBusy);
    while (!isCut) await new Promise((resolve) => { setTimeout(resolve, 20); });
    upstream.play = (response) => sendJson(response, completion());
    expect(await send().outcome).toMatchObject({ kind: 'whole' });
    await few.close();
  });

  it('refuse a proxy that is none', async () => {
    for (const url of ['nonsense', 'ftp://a.test']) await expect(answered(url)).rejects.toThrow(BadChannel);
  });
});
