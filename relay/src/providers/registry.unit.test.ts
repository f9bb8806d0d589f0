import { describe, expect, it } from '@jest/globals';
import { CHANNEL_TYPES, channelTypeNamed, isServed } from '@ledgate/domain/channel/channel-types';
import type { Mode } from '../modes/mode.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import type { Adapter } from './provider.ts';
import { Providers, providers } from './registry.ts';

const adapterOf = <M extends Mode>(): Adapter<M> => ({
  request: () => ({ origin: 'http://127.0.0.1:9', path: '/', headers: [], body: Buffer.alloc(0) }),
  readAnswer: () => undefined,
});

describe('channel types', () => {
  it.each(CHANNEL_TYPES.map((type) => [type.name, type.code, isServed(type)] as const))(
    '%s is served just where there is an adapter for it',
    (_name, code, served) => {
      expect(providers.providerOf(code) !== undefined).toBe(served);
    },
  );

  it('have a number each', () => {
    expect(new Set(CHANNEL_TYPES.map(({ code }) => code)).size).toBe(CHANNEL_TYPES.length);
  });
});

describe('the way of a call', () => {
  const [converting, embedding, passing] = [adapterOf<'chat'>(), adapterOf<'embeddings'>(), adapterOf<'chat'>()];
  const provider = { adapters: { chat: converting, embeddings: embedding }, native: { anthropic: { chat: passing } } };
  const own = new Providers({ gemini: provider, deepseek: provider });
  const [both, chatAlone] = [channelTypeNamed('gemini').code, channelTypeNamed('deepseek').code];

  it('is native by dialect and mode, where the upstream speaks what its caller does', () => {
    expect(own.wayOf(both, 'chat', 'anthropic')).toEqual({ key: 'gemini', provider, adapter: passing, isNative: true });
    expect(own.wayOf(both, 'embeddings', 'anthropic')).toEqual({
      key: 'gemini',
      provider,
      adapter: embedding,
      isNative: false,
    });
    expect(own.wayOf(both, 'chat', 'openai')).toEqual({ key: 'gemini', provider, adapter: converting, isNative: true });
  });

  it("leads only to modes of the type's row that the provider has an adapter for", () => {
    expect(own.wayOf(chatAlone, 'embeddings', 'openai')).toBeUndefined();
    expect(own.wayOf(channelTypeNamed('openai').code, 'embeddings', 'openai')).toBeDefined();
    expect(new Providers({ gemini: { adapters: {} } }).wayOf(both, 'chat', 'openai')).toBeUndefined();
    const channels = [channelView({ id: 1, type: chatAlone }), channelView({ id: 2, type: both })];
    expect(own.channelsWith(channels, 'embeddings')).toEqual([channels[1]]);
    expect(own.channelsWith(channels.slice(0, 1), 'embeddings')).toEqual([channels[0]]);
  });
});
