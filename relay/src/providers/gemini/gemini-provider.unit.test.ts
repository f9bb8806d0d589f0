import { describe, expect, it } from '@jest/globals';
import { RelayError } from '../../errors/relay-error.ts';
import { BadChannel } from '../../errors/bad-channel.ts';
import { type ChatRequest, validateChat } from '../../modes/chat-request.ts';
import { channelView } from '../../testing/fake-relay-view.ts';
import type { Credentials } from '../../upstream/short-lived-keys.ts';
import type { UpstreamRequest } from '../../upstream/upstream-request.ts';
import { jsonRequestOf } from '../../wire/json.ts';
import type { Call } from '../provider.ts';
import { gemini } from './gemini-provider.ts';

const NO_CREDENTIALS: Credentials = {
  shortLivedKey: () => {
    throw new Error('the key is sent as it stands');
  },
};

function chat(fields: object = {}): ChatRequest {
  const json = jsonRequestOf({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...fields });
  const request = json instanceof RelayError ? json : validateChat(json);
  if (request instanceof RelayError) throw new Error(request.message);
  return request;
}

function sent(model: string, fields: object = {}, on: Parameters<typeof channelView>[0] = { id: 1 }): UpstreamRequest {
  const channel = channelView({ type: 24, baseUrl: '', key: 'AIza-key', ...on });
  const call: Call<'chat'> = {
    mode: 'chat',
    dialect: 'openai',
    channel,
    model,
    request: chat(fields),
    priced: undefined,
    atMs: 7_000,
  };
  const request = gemini.adapters.chat?.request(call, NO_CREDENTIALS);
  if (request === undefined || request instanceof Promise) throw new Error('nothing to send');
  return request;
}

describe("Gemini's address", () => {
  it('is that of the model and what is asked of it, with the key in a header', () => {
    expect(sent('gemini-2.5-flash')).toMatchObject({
      origin: 'https://generativelanguage.googleapis.com',
      path: '/v1beta/models/gemini-2.5-flash:generateContent',
      headers: expect.arrayContaining(['x-goog-api-key', 'AIza-key', 'accept-encoding', 'identity']),
    });
    expect(sent('gemini-2.5-flash', { stream: true }).path).toBe(
      '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
    );
    expect(sent('tunedModels/a b').path).toBe('/v1beta/tunedModels/a%20b:generateContent');
  });

  it("has the channel's base URL and version, and for one model its own", () => {
    const on = { id: 1, baseUrl: 'http://127.0.0.1:9/proxy/', other: 'v1alpha' };
    expect(sent('m', {}, on)).toMatchObject({
      origin: 'http://127.0.0.1:9',
      path: '/proxy/v1alpha/models/m:generateContent',
    });
    expect(sent('gemini-1.0-pro', {}, on).path).toBe('/proxy/v1/models/gemini-1.0-pro:generateContent');
  });

  it('needs a key that can be sent', () => {
    expect(() => sent('m', {}, { id: 1, key: 'a\nb' })).toThrow(BadChannel);
  });
});
