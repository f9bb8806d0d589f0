import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { BadChannel } from '../../errors/bad-channel.ts';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { answerHead, bodyOf, chatCall, headerSent, messageIn } from '../../testing/chat-calls.ts';
import { NO_CREDENTIALS, passedBy } from '../../testing/provider-call.ts';
import { upstreamError } from '../../upstream/upstream-error.ts';
import type { UpstreamRequest } from '../../upstream/upstream-request.ts';
import type { JsonObject } from '../../wire/json.ts';
import type { Call } from '../provider.ts';
import { ali } from './ali-provider.ts';

const fixture = JSON.parse(readFileSync(new URL('fixtures/ali.json', import.meta.url), 'utf8')) as {
  readonly answer: JsonObject;
  readonly usage: JsonObject;
  readonly stream: readonly JsonObject[];
  readonly errors: readonly { readonly told: JsonObject; readonly status: number; readonly message: string }[];
};
const { chat } = ali.adapters;

const callOf = (fields: JsonObject = {}, other = ''): Call<'chat'> =>
  chatCall({ type: 17, key: 'sk-dashscope', other }, { model: 'qwen-plus', ...fields });
const requestOf = (call: Call<'chat'>): UpstreamRequest => {
  const request = chat?.request(call, NO_CREDENTIALS);
  if (request === undefined || request instanceof Promise) throw new Error('it is sent at once');
  return request;
};

describe('a chat for DashScope', () => {
  it('goes to the compatible mode with a bearer, unknown members too', () => {
    const call = callOf({ temperature: 0, top_p: 0.9, enable_thinking: true, reasoning_effort: 'high' });
    const request = requestOf(call);
    expect(request).toMatchObject({
      origin: 'https://dashscope.aliyuncs.com',
      path: '/compatible-mode/v1/chat/completions',
      body: call.request.bytes,
    });
    expect(headerSent(request, 'authorization')).toBe('Bearer sk-dashscope');
    expect([headerSent(request, 'x-dashscope-sse'), headerSent(request, 'x-dashscope-plugin')]).toEqual(['', '']);
  });

  it('that is a stream says so in a header, and so do plugins of its channel', () => {
    const request = requestOf(callOf({ stream: true }, '{"pdf_extracter":{}}'));
    expect(headerSent(request, 'x-dashscope-sse')).toBe('enable');
    expect(headerSent(request, 'x-dashscope-plugin')).toBe('{"pdf_extracter":{}}');
    expect(bodyOf(request)['stream_options']).toEqual({ include_usage: true });
    expect(() => requestOf(callOf({}, 'ü北'))).toThrow(BadChannel);
  });

  it.each([
    [{ top_p: 0 }, { top_p: 0.001 }],
    [{ top_p: 1 }, { top_p: 0.999 }],
    [{ temperature: 2 }, { temperature: 1.999 }],
    [
      { temperature: 2, top_p: 1, seed: 3 },
      { temperature: 1.999, top_p: 0.999, seed: 3 },
    ],
  ])('has %j as %j', (fields, expected) => {
    expect(bodyOf(requestOf(callOf(fields)))).toMatchObject(expected);
  });

  it('may search only where that has a price, or the channel lets it', () => {
    const searching = callOf({ enable_search: true });
    const sold = { ...searching, priced: { book: defaultPriceBook(), group: 'default', model: 'qwen-plus' } };
    expect(() => requestOf(sold)).toThrow(UnsupportedRequest);
    expect(bodyOf(requestOf(searching))).toMatchObject({ enable_search: true });
    const channel = { ...sold.channel, setting: { unpriced: 'pass' } };
    expect(bodyOf(requestOf({ ...sold, channel }))).toMatchObject({ enable_search: true });
  });
});

describe("DashScope's answers", () => {
  it('pass as they are, and their usage is read', () => {
    const body = Buffer.from(JSON.stringify(fixture.answer));
    expect(chat?.readAnswer({ head: answerHead(), body }, callOf())).toMatchObject({ body, usage: fixture.usage });
  });

  it.each([1, Infinity])('are streams, in pieces of %s bytes', (size) => {
    const stream = chat?.openStream?.(callOf({ stream: true }), answerHead('text/event-stream'));
    if (stream === undefined) throw new Error('it streams');
    const data = [...fixture.stream.map((chunk) => JSON.stringify(chunk)), '[DONE]'];
    const said = passedBy(stream, Buffer.from(data.map((one) => `data: ${one}\n\n`).join('')), size);
    expect(messageIn(said)).toMatchObject({
      calls: [{ id: 'call_5507104c', name: 'get_weather', arguments: '{"location": "杭州"}' }],
      finish: ['tool_calls'],
    });
    expect([stream.ended, stream.usage()?.prompt, stream.usage()?.completion]).toEqual([true, 22, 17]);
  });

  it.each(fixture.errors.map(({ told, status, message }) => [status, message, told] as const))(
    'of status %s tell their message: %s',
    (status, message, told) => {
      const error = upstreamError(
        answerHead('application/json', status),
        Buffer.from(JSON.stringify(told)),
        callOf().channel,
      );
      expect([error.status, error.message]).toEqual([status, message]);
    },
  );
});
