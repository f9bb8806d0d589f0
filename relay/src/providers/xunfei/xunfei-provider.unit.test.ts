import { describe, expect, it } from '@jest/globals';
import { BadChannel } from '../../errors/bad-channel.ts';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { answerHead, chatCall } from '../../testing/chat-calls.ts';
import { fixtureOf, heardStreamed, heardWhole } from '../../testing/heard-answers.ts';
import { NO_CREDENTIALS } from '../../testing/provider-call.ts';
import type { WebSocketRequest } from '../../upstream/upstream-request.ts';
import { sequenced } from '../../wire/json-sequence.ts';
import type { JsonObject } from '../../wire/json.ts';
import type { Call } from '../provider.ts';
import { xunfei } from './xunfei-provider.ts';
import { signedPath } from './xunfei-signing.ts';

const fixture = fixtureOf(import.meta.url, 'xunfei');
const { chat } = xunfei.adapters;

const callOf = (
  fields: JsonObject & { readonly model?: string } = {},
  channel: { readonly key?: string; readonly baseUrl?: string; readonly other?: string } = {},
): Call<'chat'> =>
  chatCall({ type: 18, key: 'app|secret|api-key', ...channel }, { model: 'SparkDesk-v3.5', ...fields });

function requestOf(call: Call<'chat'>): WebSocketRequest {
  const request = chat?.request(call, NO_CREDENTIALS);
  if (request === undefined || request instanceof Promise || request.kind !== 'websocket')
    throw new Error('it is a WebSocket');
  return request;
}

const said = (fields: JsonObject): JsonObject => JSON.parse(requestOf(callOf(fields)).messages[0] ?? '') as JsonObject;
const sequence = (...events: readonly unknown[]): Buffer =>
  Buffer.concat(events.map((event) => sequenced(Buffer.from(JSON.stringify(event)))));

describe("Spark's signed address", () => {
  it('is what the document gives for its example', () => {
    const path = signedPath({
      host: 'spark-api.xf-yun.com',
      path: '/v1.1/chat',
      apiKey: 'addd2272b6d8b7c8abdd79531420ca3b',
      apiSecret: 'MjlmNzkzNmZkMDQ2OTc0ZDdmNGE2ZTZi',
      atMs: Date.parse('Fri, 05 May 2023 10:43:39 GMT'),
    });
    const { pathname, searchParams } = new URL(path, 'http://x');
    expect([pathname, searchParams.get('date'), searchParams.get('host')]).toEqual([
      '/v1.1/chat',
      'Fri, 05 May 2023 10:43:39 GMT',
      'spark-api.xf-yun.com',
    ]);
    expect(Buffer.from(searchParams.get('authorization') ?? '', 'base64').toString()).toBe(
      'api_key="addd2272b6d8b7c8abdd79531420ca3b", algorithm="hmac-sha256", headers="host date request-line", ' +
        'signature="z5gHdu3pxVV4ADMyk467wOWDQ9q6BQzR3nfMTjc/DaQ="',
    );
  });
});

describe('a chat for Spark', () => {
  it('is said to the WebSocket of its version, at the address of the channel too', () => {
    const request = requestOf(callOf());
    expect([request.origin, new URL(request.path, 'http://x').pathname]).toEqual([
      'https://spark-api.xf-yun.com',
      '/v3.5/chat',
    ]);
    const own = requestOf(callOf({}, { baseUrl: 'ws://127.0.0.1:9' }));
    expect([own.origin, new URL(own.path, 'http://x').searchParams.get('host')]).toEqual([
      'http://127.0.0.1:9',
      '127.0.0.1:9',
    ]);
  });

  it.each([
    ['SparkDesk-v4.0', '', '/v4.0/chat', '4.0Ultra'],
    ['SparkDesk', 'v2.1', '/v2.1/chat', 'generalv2'],
    ['SparkDesk', '', '/v1.1/chat', 'lite'],
    ['SparkDesk-v9.9', 'v2.1', '/v9.9/chat', 'generalv9.9'],
  ])('for %s with %j goes to %s for %s', (model, other, path, domain) => {
    const request = requestOf(callOf({ model }, { other }));
    expect(request.path).toContain(`${path}?`);
    expect(request.messages[0]).toContain(`"domain":"${domain}"`);
  });

  it("goes to the version that the caller's address asks for, before the model's and the channel's own", () => {
    const call = callOf({}, { other: 'v2.1' });
    const wanting = (apiVersion: string) => ({ ...call, request: { ...call.request, apiVersion } });
    const request = requestOf(wanting('v4.0'));
    expect(request.path).toContain('/v4.0/chat?');
    expect(request.messages[0]).toContain('"domain":"4.0Ultra"');
    expect(() => requestOf(wanting('2024-10-21'))).toThrow(
      new UnsupportedRequest('api-version', 'must be like v3.5 with this channel'),
    );
  });

  it('has texts, and numbers within its bounds', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'hi' },
    ];
    expect(said({ messages, temperature: 0, max_tokens: 9_000, top_k: 40, top_p: 0.5 })).toEqual({
      header: { app_id: 'app' },
      parameter: { chat: { domain: 'generalv3.5', temperature: 0.01, max_tokens: 8_192, top_k: 6 } },
      payload: { message: { text: messages } },
    });
    expect(said({ temperature: 1.5 })['parameter']).toEqual({ chat: { domain: 'generalv3.5', temperature: 1 } });
  });

  it('needs three parts of a key and a version like v3.5', () => {
    expect(() => requestOf(callOf({}, { key: 'one-part' }))).toThrow(
      new BadChannel("the channel's key must be APPID|APISecret|APIKey"),
    );
    expect(() => requestOf(callOf({ model: 'SparkDesk' }, { other: '../x' }))).toThrow(BadChannel);
  });
});

describe("Spark's answers", () => {
  it('are completions, of one event or several', () => {
    expect(heardWhole(chat, sequence(fixture.answer), callOf())).toEqual(fixture.completion);
    const { isWhole: _, finish, ...streamed } = fixture.streamed;
    const [reason] = finish as [string];
    expect(heardWhole(chat, sequence(...fixture.stream), callOf())).toEqual({ ...streamed, finish: reason });
  });

  it('are none without their last event', () => {
    expect(heardWhole(chat, sequence(...fixture.stream.slice(0, 2)), callOf())).toEqual({ none: true });
    expect(heardWhole(chat, sequence('no object', {}), callOf())).toEqual({ none: true });
  });

  it('are streams whatever their head says, a message at a time', () => {
    expect(chat?.streams?.(answerHead('application/json-seq'))).toBe(true);
    const stream = chat?.openStream?.(callOf({ stream: true }), answerHead());
    for (const event of fixture.stream) stream?.push(sequence(event));
    expect([stream?.ended, stream?.usage()?.completion]).toEqual([true, 4]);
    expect(heardStreamed(chat, sequence(...fixture.stream), Infinity, callOf({ stream: true }))).toEqual(
      fixture.streamed,
    );
  });

  it.each(fixture.errors.map((error) => [error.message, error] as const))(
    'are refusals where they have a code: %s',
    (_message, { told, status, message }) => {
      expect(heardWhole(chat, sequence(told), callOf())).toEqual({ status, message });
      expect(heardStreamed(chat, sequence(told), Infinity, callOf({ stream: true }))).toEqual({ status, message });
    },
  );

  it('that fail in their middle are not whole', () => {
    const [begun] = fixture.stream;
    const failed = sequence(begun, fixture.errors[3]?.told);
    expect(heardStreamed(chat, failed, Infinity, callOf({ stream: true }))).toMatchObject({
      content: 'Hello ',
      isWhole: false,
    });
  });
});
