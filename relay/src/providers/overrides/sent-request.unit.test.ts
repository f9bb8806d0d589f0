import { describe, expect, it } from '@jest/globals';
import { CHANNEL_TYPES, type ChannelTypeKey, isServed } from '@ledgate/domain/channel/channel-types';
import { SignatureV4 } from '@smithy/signature-v4';
import { createHash, createHmac } from 'node:crypto';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { Mode, Requests } from '../../modes/mode.ts';
import { providers } from '../registry.ts';
import { tc3Authorization } from '../tencent/tc3-signing.ts';
import { headerSent } from '../../testing/chat-calls.ts';
import { probeChannel } from '../../testing/probing/probe-channel.ts';
import { chatOf, embeddingsOf } from '../../testing/provider-call.ts';
import type { UpstreamRequest } from '../../upstream/upstream-request.ts';
import { sentRequest } from './sent-request.ts';

const OVERRIDE = {
  body: { set: { 'x_added.by': 'the channel' }, rename: { 'x_added.never': 'x_other' } },
  headers: { set: { 'x-team': 'a' } },
};
const AT_MS = Date.UTC(2031, 4, 6, 7, 8, 9);
const CREDENTIALS = { shortLivedKey: () => 'short' };

async function sentBy<M extends Mode>(
  key: ChannelTypeKey,
  mode: M,
  request: Requests[M],
  setting: ChannelView['setting'],
): Promise<UpstreamRequest | undefined> {
  const { view } = probeChannel(key, { hasOther: true });
  const channel = { ...view, setting: { ...view.setting, ...setting } };
  const way = providers.wayOf(view.type, mode, 'openai', request.model);
  if (way === undefined) return undefined;
  const call = {
    mode,
    dialect: 'openai',
    channel,
    model: request.model,
    request,
    priced: undefined,
    atMs: AT_MS,
  } as const;
  return sentRequest(await way.adapter.request(call, CREDENTIALS), way.adapter, call);
}

const textOf = (request: UpstreamRequest | undefined): string =>
  request?.kind === 'websocket' ? request.messages.join('') : (request?.body?.toString() ?? '');

const served = CHANNEL_TYPES.filter(isServed).map(({ key, models }) => [key, models[0] ?? 'm'] as const);
const added = '"x_added":{"by":"the channel"}';

describe('a request of a channel with an override', () => {
  it.each(served)('has what %s adds to it, once, and is the same otherwise', async (key, model) => {
    let modes = 0;
    for (const mode of ['chat', 'embeddings'] as const) {
      const request = mode === 'chat' ? chatOf({ model }) : embeddingsOf({ model });
      const plain = await sentBy(key, mode, request as never, {});
      const changed = await sentBy(key, mode, request as never, { override: OVERRIDE });
      if (plain === undefined || changed === undefined) continue;
      modes += 1;
      expect(headerSent(changed, 'x-team')).toBe('a');
      expect(headerSent(plain, 'x-team')).toBe('');
      expect(textOf(changed).split(added)).toHaveLength(2);
      const others = JSON.parse(textOf(changed)) as Record<string, unknown>;
      delete others['x_added'];
      expect(Object.keys(others)).toEqual(Object.keys(JSON.parse(textOf(plain)) as object));
    }
    expect(modes).toBeGreaterThan(0);
  });

  it('is signed for AWS as it goes up', async () => {
    const model = 'claude-3-5-sonnet-20241022';
    const sent = await sentBy('bedrock', 'chat', chatOf({ model }), { override: OVERRIDE });
    if (sent === undefined || sent.kind === 'websocket') throw new Error('it is sent');
    const [accessKeyId = '', secretAccessKey = '', region = ''] = probeChannel('bedrock', {
      hasOther: true,
    }).view.key.split('|');
    class Sha256 {
      readonly #hash;
      constructor(secret?: unknown) {
        this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as Buffer);
      }
      update(data: unknown): void {
        this.#hash.update(data as Buffer);
      }
      digest(): Promise<Uint8Array> {
        return Promise.resolve(this.#hash.digest());
      }
    }
    const signer = new SignatureV4({
      credentials: { accessKeyId, secretAccessKey },
      region,
      service: 'bedrock',
      sha256: Sha256,
    });
    const { hostname, protocol } = new URL(sent.origin);
    const headers = { host: hostname, 'content-type': 'application/json' };
    const signed = await signer.sign(
      { method: 'POST', protocol, hostname, path: sent.path, query: {}, headers, body: sent.body },
      { signingDate: new Date(AT_MS) },
    );
    expect(textOf(sent)).toContain(added);
    expect(headerSent(sent, 'authorization')).toBe(signed.headers['authorization']);
  });

  it('is signed for Tencent as it goes up', async () => {
    const sent = await sentBy('tencent', 'chat', chatOf({ model: 'hunyuan-pro' }), { override: OVERRIDE });
    if (sent === undefined || sent.kind === 'websocket') throw new Error('it is sent');
    const [, secretId = '', secretKey = ''] = probeChannel('tencent', { hasOther: true }).view.key.split('|');
    expect(headerSent(sent, 'authorization')).toBe(
      tc3Authorization({
        secretId,
        secretKey,
        service: 'hunyuan',
        host: 'hunyuan.tencentcloudapi.com',
        contentType: 'application/json',
        action: 'ChatCompletions',
        body: sent.body ?? Buffer.alloc(0),
        atS: AT_MS / 1_000,
      }),
    );
  });
});
