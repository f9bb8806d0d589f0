import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { inspect } from 'node:util';
import { BadChannel } from '../errors/bad-channel.ts';
import { FakeProxy } from '../testing/network/fake-proxy.ts';
import { FakeSocks } from '../testing/network/fake-socks.ts';
import { completion, FakeUpstream, sendJson } from '../testing/fake-upstream.ts';
import { isEventStream, UpstreamAttempt } from './upstream-attempt.ts';
import { UpstreamBusy } from './upstream-busy.ts';
import { Upstreams } from './upstreams.ts';

const upstreams = new Upstreams();
let upstream: FakeUpstream;
let proxy: FakeProxy;
/** Takes connections, and says nothing. */
const silent = createTcpServer((socket) => socket.on('error', () => {}));

beforeAll(async () => {
  upstream = await FakeUpstream.open();
  proxy = await FakeProxy.open();
  await once(silent.listen(0, '127.0.0.1'), 'listening');
});
beforeEach(() => {
  upstream.play = (response) => sendJson(response, completion());
});
afterAll(async () => {
  await upstreams.close();
  await upstream.close();
  proxy.close();
  silent.close();
});

async function answered(proxyUrl: string, by = upstreams, origin = upstream.url) {
  const attempt = new UpstreamAttempt(() => {}, undefined);
  by.send(
    { origin, path: '/v1/x', headers: ['content-type', 'application/json'], body: Buffer.from('{}') },
    proxyUrl,
    { headMs: 5_000, bytesMs: 5_000 },
    attempt,
  );
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

  it("are asked through a channel's proxy, with its name and password", async () => {
    expect(await answered(proxy.url('me:secret@'))).toBe(completion());
    expect(proxy.tunnels).toEqual([`Basic ${Buffer.from('me:secret').toString('base64')}`]);
  });

  it.each(['direct', 'proxied'])('are left when they are silent and the relay closes, %s', async (way) => {
    let asked = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      asked = resolve;
    });
    upstream.play = () => asked();
    const closing = new Upstreams();
    const attempt = new UpstreamAttempt(() => {}, undefined);
    closing.send(
      { origin: upstream.url, path: '/v1/x', headers: [], body: Buffer.from('{}') },
      way === 'direct' ? '' : proxy.url(),
      { headMs: 60_000, bytesMs: 60_000 },
      attempt,
    );
    await waiting;
    await closing.close(10);
    expect(await attempt.outcome).toMatchObject({ kind: 'failed', head: undefined });
  });

  it('are asked through a SOCKS5 proxy, with its name and password', async () => {
    const socks = await FakeSocks.open();
    const tunnelled = new Upstreams();
    expect(await answered(`socks5://me:secret@127.0.0.1:${socks.port}`, tunnelled)).toBe(completion());
    expect(socks).toMatchObject({ logins: ['me:secret'], targets: [new URL(upstream.url).host] });
    await tunnelled.close();
    socks.close();
  });

  it('are looked up by the SOCKS5 proxy', async () => {
    const socks = await FakeSocks.open();
    const tunnelled = new Upstreams();
    const { port } = new URL(upstream.url);
    expect(await answered(`socks5://127.0.0.1:${socks.port}`, tunnelled, `http://localhost:${port}`)).toBe(
      completion(),
    );
    expect(socks).toMatchObject({ logins: [], targets: [`localhost:${port}`] });
    await tunnelled.close();
    socks.close();
  });

  it.each([
    ['does not take the login', { login: 1 }, /authentication failed/i],
    ['takes no way to log in that is offered', { method: 0xff }, /authentication/i],
    ['does not reach the upstream', { target: 5 }, /refused/i],
  ])('are given up when a SOCKS5 proxy %s, which is told without its password', async (_what, answers, reason) => {
    const socks = await FakeSocks.open();
    Object.assign(socks.answers, answers);
    const tunnelled = new Upstreams();
    const outcome = await answered(`socks5://me:secret@127.0.0.1:${socks.port}`, tunnelled);
    expect(outcome).toMatchObject({
      kind: 'failed',
      head: undefined,
      error: { message: expect.stringMatching(reason) },
    });
    expect(inspect(outcome, { depth: null })).not.toContain('secret');
    await socks.allClosed();
    await tunnelled.close();
    socks.close();
  });

  it('are given up when another server than a SOCKS5 proxy answers', async () => {
    const tunnelled = new Upstreams();
    expect(await answered(proxy.url().replace('http:', 'socks5:'), tunnelled)).toMatchObject({
      kind: 'failed',
      head: undefined,
      error: { message: expect.stringContaining('the SOCKS proxy: ') },
    });
    await tunnelled.close();
  });

  it('are given up when there is no SOCKS5 proxy', async () => {
    const gone = createTcpServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    gone.close();
    await once(gone, 'close');
    const tunnelled = new Upstreams();
    expect(await answered(`socks5://127.0.0.1:${port}`, tunnelled)).toMatchObject({
      kind: 'failed',
      head: undefined,
      error: { message: expect.stringContaining('ECONNREFUSED') },
    });
    await tunnelled.close();
  });

  it('are given up when a SOCKS5 proxy says nothing, and its connection is closed', async () => {
    const closed = new Promise<void>((resolve) => {
      silent.once('connection', (socket) => socket.resume().once('close', () => resolve()));
    });
    const impatient = new Upstreams({ connectMs: 100 });
    const { port } = silent.address() as AddressInfo;
    expect(await answered(`socks5://127.0.0.1:${port}`, impatient)).toMatchObject({
      kind: 'failed',
      head: undefined,
      error: { message: expect.stringContaining('timed out') },
    });
    await closed;
    await impatient.close();
  });

  it('are given up when the far end of a SOCKS5 tunnel says nothing, and the tunnel is closed', async () => {
    const socks = await FakeSocks.open();
    const impatient = new Upstreams({ connectMs: 100 });
    const attempt = new UpstreamAttempt(() => {}, undefined);
    const origin = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    impatient.send(
      { origin, path: '/', headers: [], body: Buffer.from('{}') },
      `socks5://127.0.0.1:${socks.port}`,
      { headMs: 60_000, bytesMs: 60_000 },
      attempt,
    );
    expect(await attempt.outcome).toMatchObject({
      kind: 'failed',
      head: undefined,
      error: { code: 'UND_ERR_CONNECT_TIMEOUT' },
    });
    await socks.allClosed();
    await impatient.close();
    socks.close();
  });

  it.each(['direct', 'proxied', 'socks'])('take no more requests at once than their limit, %s', async (way) => {
    upstream.play = () => {};
    const socks = await FakeSocks.open();
    const url = { direct: '', proxied: proxy.url(), socks: `socks5://127.0.0.1:${socks.port}` }[way] ?? '';
    const busy = new Upstreams({ requestsMax: 2 });
    const send = (): UpstreamAttempt => {
      const attempt = new UpstreamAttempt(() => {}, undefined);
      busy.send(
        { origin: upstream.url, path: '/v1/x', headers: [], body: Buffer.from('{}') },
        url,
        { headMs: 60_000, bytesMs: 60_000 },
        attempt,
      );
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
    // Its own: what an earlier test has cut may still be on its way.
    const slow = await FakeUpstream.open();
    slow.play = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: [DONE]\n\n');
      const alive = setInterval(() => response.write(': still here\n\n'), 100);
      response.on('close', () => {
        clearInterval(alive);
        isCut = true;
      });
    };
    const few = new Upstreams({ requestsMax: 1 });
    const send = (): UpstreamAttempt => {
      const attempt = new UpstreamAttempt(
        () => {},
        (head) => (isEventStream(head) ? { push: () => true } : undefined),
      );
      few.send(
        { origin: slow.url, path: '/v1/x', headers: [], body: Buffer.from('{}') },
        '',
        { headMs: 60_000, bytesMs: 60_000 },
        attempt,
      );
      return attempt;
    };
    expect(await send().outcome).toEqual({ kind: 'streamed', how: 'ended' });
    expect(send).toThrow(UpstreamBusy);
    while (!isCut)
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    slow.play = (response) => sendJson(response, completion());
    expect(await send().outcome).toMatchObject({ kind: 'whole' });
    await few.close();
    await slow.close();
  });

  it('are asked for nothing more once the relay has closed them', async () => {
    const closed = new Upstreams();
    await closed.close();
    await expect(answered('', closed)).rejects.toThrow(UpstreamBusy);
  });

  it('refuse a proxy that is none', async () => {
    const tooLong = `socks5://${'a'.repeat(256)}@a.test`;
    for (const url of ['nonsense', 'ftp://a.test', 'socks5:///a', 'socks5://%zz@a.test', tooLong])
      await expect(answered(url)).rejects.toThrow(BadChannel);
  });
});
