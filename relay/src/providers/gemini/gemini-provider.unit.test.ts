import { describe, expect, it } from '@jest/globals';
import { BadChannel } from '../../errors/bad-channel.ts';
import type { channelView } from '../../testing/fake-relay-view.ts';
import { chatOf, ProviderCall } from '../../testing/provider-call.ts';

type On = Partial<Omit<Parameters<typeof channelView>[0], 'id'>>;

const sent = (model: string, fields: object = {}, on: On = {}) =>
  new ProviderCall('gemini', 'chat', chatOf({ model, ...fields }), { channel: { key: 'AIza-key', ...on } }).sent();

describe("Gemini's address", () => {
  it('is that of the model and what is asked of it, with the key in a header', async () => {
    const { url, headers } = await sent('gemini-2.5-flash');
    expect(url).toBe('https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent');
    expect([headers.get('x-goog-api-key'), headers.get('accept-encoding')]).toEqual(['AIza-key', 'identity']);
    expect((await sent('gemini-2.5-flash', { stream: true })).url).toMatch(
      /\/v1beta\/models\/gemini-2.5-flash:streamGenerateContent\?alt=sse$/,
    );
    expect((await sent('tunedModels/a b')).url).toMatch(/\/v1beta\/tunedModels\/a%20b:generateContent$/);
  });

  it("has the channel's base URL and version, and for one model its own", async () => {
    const on = { baseUrl: 'http://127.0.0.1:9/proxy/', other: 'v1alpha' };
    expect((await sent('m', {}, on)).url).toBe('http://127.0.0.1:9/proxy/v1alpha/models/m:generateContent');
    expect((await sent('gemini-1.0-pro', {}, on)).url).toBe(
      'http://127.0.0.1:9/proxy/v1/models/gemini-1.0-pro:generateContent',
    );
  });

  it('needs a key that can be sent', async () => {
    await expect(sent('m', {}, { key: 'a\nb' })).rejects.toThrow(BadChannel);
  });
});
