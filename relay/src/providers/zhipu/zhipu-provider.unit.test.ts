import { describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { BadChannel } from '../../errors/bad-channel.ts';
import { bodyOf, chatCall, headerSent } from '../../testing/chat-calls.ts';
import { fixtureOf, heardStreamed, heardWhole } from '../../testing/heard-answers.ts';
import { NO_CREDENTIALS } from '../../testing/provider-call.ts';
import type { UpstreamRequest } from '../../upstream/upstream-request.ts';
import type { JsonObject } from '../../wire/json.ts';
import type { Call } from '../provider.ts';
import { zhipu } from './zhipu-provider.ts';

const fixture = fixtureOf(import.meta.url, 'zhipu');
const { chat } = zhipu.adapters;
const SECRET = 'secret-of-the-key';

const callOf = (fields: JsonObject = {}, key = `the-id.${SECRET}`): Call<'chat'> =>
  chatCall({ type: 16, key }, { model: 'chatglm_turbo', ...fields });
const requestOf = (call: Call<'chat'>): UpstreamRequest => {
  const request = chat?.request(call, NO_CREDENTIALS);
  if (request === undefined || request instanceof Promise) throw new Error('it is sent at once');
  return request;
};
const asEvents = (events: readonly unknown[]): Buffer =>
  Buffer.from(events.map((event) => `${String(event)}\n\n`).join(''));
const jsonIn = (part = ''): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
const heard = (bytes: Buffer, size = Infinity): JsonObject =>
  heardStreamed(chat, bytes, size, callOf({ stream: true }));

describe('a chat for ChatGLM', () => {
  it('goes to the path of its model, with a token for the id, signed by the secret', () => {
    const request = requestOf(callOf());
    expect([request.origin, request.path]).toEqual([
      'https://open.bigmodel.cn',
      '/api/paas/v3/model-api/chatglm_turbo/invoke',
    ]);
    const [head, claims, signature] = headerSent(request, 'authorization').split('.');
    expect(jsonIn(head)).toEqual({ alg: 'HS256', sign_type: 'SIGN' });
    expect(jsonIn(claims)).toEqual({ api_key: 'the-id', exp: 1_700_086_400_000, timestamp: 1_700_000_000_000 });
    expect(signature).toBe(createHmac('sha256', SECRET).update(`${head}.${claims}`).digest('base64url'));
    expect(() => requestOf(callOf({}, 'nodot'))).toThrow(new BadChannel("the channel's key must be id.secret"));
  });

  it('that is to be a stream goes to another one, at the address of the channel', () => {
    const call = callOf({ stream: true });
    const own = { ...call, channel: { ...call.channel, baseUrl: 'http://127.0.0.1:9/' } };
    const request = requestOf(own);
    expect([request.origin, request.path, bodyOf(request)['incremental']]).toEqual([
      'http://127.0.0.1:9',
      '/api/paas/v3/model-api/chatglm_turbo/sse-invoke',
      true,
    ]);
  });

  it('begins with the text of the system', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
      { role: 'user', content: 'three' },
    ];
    expect(bodyOf(requestOf(callOf({ messages, temperature: 0, top_p: 1, max_tokens: 9 })))).toEqual({
      prompt: [
        { role: 'user', content: 'Be brief.\n\none' },
        { role: 'assistant', content: 'two' },
        { role: 'user', content: 'three' },
      ],
      temperature: 0.01,
      top_p: 0.99,
    });
    expect(bodyOf(requestOf(callOf({ temperature: 2, top_p: 0 })))).toMatchObject({ temperature: 1, top_p: 0.01 });
  });
});

describe("ChatGLM's answers", () => {
  it('are completions, whose text was JSON in JSON or none', () => {
    expect(heardWhole(chat, Buffer.from(JSON.stringify(fixture.answer)), callOf())).toEqual(fixture.completion);
    const plain = { success: true, data: { task_id: 'a', choices: [{ content: 'plain' }] } };
    expect(heardWhole(chat, Buffer.from(JSON.stringify(plain)), callOf())).toMatchObject({ content: 'plain' });
    for (const body of ['', '{}', '{"success":true,"data":{}}'])
      expect(heardWhole(chat, Buffer.from(body), callOf())).toEqual({ none: true });
  });

  it.each([1, 20, Infinity])('are streams of texts as they stand, in pieces of %s bytes', (size) => {
    expect(heard(asEvents(fixture.stream), size)).toEqual(fixture.streamed);
  });

  it.each(fixture.errors.map((error) => [error.message, error] as const))(
    'are refusals where they are no success: %s',
    (_message, { told, status, message }) => {
      expect(heardWhole(chat, Buffer.from(JSON.stringify(told)), callOf())).toEqual({ status, message });
      expect(heard(asEvents([`event:error\ndata:${JSON.stringify(told)}`]))).toEqual({ status, message });
    },
  );

  it('that were interrupted were filtered; an error of plain words is one, and other events say nothing', () => {
    const [begun] = fixture.stream;
    expect(heard(asEvents([begun, 'event:interrupted\ndata:.']))).toMatchObject({
      content: '你好.',
      finish: ['content_filter'],
    });
    expect(heard(asEvents(['event:ping\ndata:x', 'event:error\ndata:it failed']))).toEqual({
      status: 500,
      message: 'it failed',
    });
    expect(heard(asEvents([begun]))).toMatchObject({ content: '你好', finish: [], isWhole: false });
  });
});
