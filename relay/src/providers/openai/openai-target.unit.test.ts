import { describe, expect, it } from '@jest/globals';
import { channelTypeNamed, channelTypeOf } from '@ledgate/domain/channel/channel-types';
import { BadChannel } from '../../errors/bad-channel.ts';
import { channelView } from '../../testing/fake-relay-view.ts';
import { openAiTarget } from './openai-target.ts';

describe('where calls of a channel go', () => {
  it("is its own address, else its type's", () => {
    const { code } = channelTypeNamed('mistral');
    expect(openAiTarget(channelView({ id: 1, type: code, baseUrl: '' }), 'chat').origin).toBe(
      channelTypeOf(code)?.defaultBaseUrl,
    );
    expect(openAiTarget(channelView({ id: 1, type: code, baseUrl: 'http://127.0.0.1:1/own' }), 'chat')).toMatchObject({
      origin: 'http://127.0.0.1:1',
      path: '/own/v1/chat/completions',
    });
  });

  it.each([
    ['openai', '/v1/embeddings'],
    ['perplexity', '/embeddings'],
    ['deepseek', '/embeddings'],
    ['volcengine', '/api/v3/embeddings'],
    ['zhipuV4', '/api/paas/v4/embeddings'],
    ['baiduV2', '/v2/embeddings'],
    ['ali', '/compatible-mode/v1/embeddings'],
    ['cloudflare', '/client/v4/accounts/a%2F1%24%26/ai/v1/embeddings'],
  ] as const)("stands for %s where its type's row says, below its address", (key, path) => {
    const { code: type } = channelTypeNamed(key);
    const channel = channelView({ id: 1, type, baseUrl: 'http://127.0.0.1:1/own/', other: 'a/1$&' });
    expect(openAiTarget(channel, 'embeddings').path).toBe(`/own${path}`);
  });

  it('is nowhere without the account that its address names', () => {
    const { code: type } = channelTypeNamed('cloudflare');
    expect(() => openAiTarget(channelView({ id: 1, type, other: ' ' }), 'chat')).toThrow(
      new BadChannel('its field other must name the account that it is for'),
    );
  });

  it('is nowhere without either', () => {
    const { code } = channelTypeNamed('xinference');
    expect(() => openAiTarget(channelView({ id: 1, type: code, baseUrl: '' }), 'chat')).toThrow('URL');
  });
});
