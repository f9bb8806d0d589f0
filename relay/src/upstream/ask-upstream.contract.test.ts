import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeProxy } from '../testing/network/fake-proxy.ts';
import { askUpstream } from './ask-upstream.ts';

const asked: (string | undefined)[] = [];
const upstream = createServer((request, response) => {
  asked.push(request.headers.authorization);
  if (request.url === '/moved') response.writeHead(307, { location: '/v1/models' });
  if (request.url !== '/silent') response.end('{"data":[{"id":"ä"}]}');
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    upstream.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
});
afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
});

const question = (fields: { readonly url?: string; readonly proxy?: string; readonly bytesMax?: number } = {}) => ({
  url: `${url}/v1/models`,
  headers: { Authorization: 'Bearer sk-channel' },
  proxy: '',
  timeoutMs: 5_000,
  bytesMax: 1_000,
  ...fields,
});

describe('askUpstream', () => {
  it('answers status and text', async () => {
    expect(await askUpstream(question())).toEqual({ status: 200, text: '{"data":[{"id":"ä"}]}' });
    expect(asked).toEqual(['Bearer sk-channel']);
  });

  it("goes through the channel's proxy", async () => {
    const proxy = await FakeProxy.open();
    try {
      expect(await askUpstream(question({ proxy: proxy.url('name:word@') }))).toMatchObject({ status: 200 });
      expect(proxy.tunnels).toEqual([`Basic ${Buffer.from('name:word').toString('base64')}`]);
    } finally {
      proxy.close();
    }
  });

  it('does not go on without the proxy', async () => {
    const before = asked.length;
    await expect(askUpstream(question({ proxy: 'http://127.0.0.1:9' }))).rejects.toThrow();
    await expect(askUpstream(question({ proxy: 'ftp://127.0.0.1' }))).rejects.toThrow();
    expect(asked).toHaveLength(before);
  });

  it('takes the key nowhere else: a redirect is an answer', async () => {
    const before = asked.length;
    expect(await askUpstream(question({ url: `${url}/moved` }))).toMatchObject({ status: 307 });
    expect(asked).toHaveLength(before + 1);
  });

  it('reads no more than was asked for', async () => {
    expect(await askUpstream(question({ bytesMax: 5 }))).toEqual({ status: 200, text: undefined });
  });

  it('does not wait for ever', async () => {
    await expect(askUpstream({ ...question({ url: `${url}/silent` }), timeoutMs: 50 })).rejects.toThrow();
  });
});
