import { describe, expect, it } from '@jest/globals';
import { channelTypeNamed, channelTypeOf } from '@ledgate/domain/channel/channel-types';
import { channelView } from '../../testing/fake-relay-view.ts';
import { openAiTarget } from './openai-target.ts';

describe('where calls of a channel go', () => {
  it("is its own address, else its type's", () => {
    const { code } = channelTypeNamed('deepseek');
    expect(openAiTarget(channelView({ id: 1, type: code, baseUrl: '' }), 'chat').origin).toBe(
      channelTypeOf(code)?.defaultBaseUrl,
    );
    expect(openAiTarget(channelView({ id: 1, type: code, baseUrl: 'http://127.0.0.1:1/own' }), 'chat')).toMatchObject({
      origin: 'http://127.0.0.1:1',
      path: '/own/v1/chat/completions',
    });
  });

  it('is nowhere without either', () => {
    const { code } = channelTypeNamed('xinference');
    expect(() => openAiTarget(channelView({ id: 1, type: code, baseUrl: '' }), 'chat')).toThrow('URL');
  });
});
