import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { BadChannel } from '../../errors/bad-channel.ts';
import { answerHead, bodyOf, chatCall, headerSent } from '../../testing/chat-calls.ts';
import { heardWhole } from '../../testing/heard-answers.ts';
import { NO_CREDENTIALS } from '../../testing/provider-call.ts';
import { upstreamError } from '../../upstream/upstream-error.ts';
import type { UpstreamRequest } from '../../upstream/upstream-request.ts';
import type { JsonObject } from '../../wire/json.ts';
import type { Call } from '../provider.ts';
import { palm } from './palm-provider.ts';

const fixture = JSON.parse(readFileSync(new URL('fixtures/palm.json', import.meta.url), 'utf8')) as {
  readonly answer: JsonObject;
  readonly completion: JsonObject;
  readonly filtered: JsonObject;
  readonly errors: readonly { readonly told: JsonObject; readonly status: number; readonly message: string }[];
};
const { chat } = palm.adapters;

const callOf = (fields: JsonObject = {}, channel: object = {}): Call<'chat'> =>
  chatCall({ type: 11, key: 'a-key', baseUrl: 'http://127.0.0.1:9', ...channel }, { model: 'PaLM-2', ...fields });
const requestOf = (call: Call<'chat'>): UpstreamRequest => {
  const request = chat?.request(call, NO_CREDENTIALS);
  if (request === undefined || request instanceof Promise) throw new Error('it is sent at once');
  return request;
};
const heard = (answer: JsonObject): JsonObject => heardWhole(chat, Buffer.from(JSON.stringify(answer)), callOf());

describe('a chat for PaLM', () => {
  it('goes to its one model, with texts by turns', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
    ];
    const request = requestOf(callOf({ messages, temperature: 0, top_p: 0.9, top_k: 3, stream: true, stop: 'x' }));
    expect([request.origin, request.path, headerSent(request, 'x-goog-api-key')]).toEqual([
      'http://127.0.0.1:9',
      '/v1beta2/models/chat-bison-001:generateMessage',
      'a-key',
    ]);
    expect(bodyOf(request)).toEqual({
      prompt: {
        context: 'Be brief.',
        messages: [
          { author: '0', content: 'one' },
          { author: '1', content: 'two' },
          { author: '0', content: '...' },
        ],
      },
      temperature: 0,
      topP: 0.9,
      topK: 3,
      candidateCount: 1,
    });
    expect(bodyOf(requestOf(callOf({ temperature: 2 })))['temperature']).toBe(1);
  });

  it('needs an address and a key that can be sent', () => {
    expect(() => requestOf(callOf({}, { baseUrl: '' }))).toThrow(BadChannel);
    expect(() => requestOf(callOf({}, { key: '北' }))).toThrow(BadChannel);
  });

  it('is answered without a usage, so that it is counted, and never as a stream', () => {
    expect(heard(fixture.answer)).toEqual(fixture.completion);
    expect(chat?.openStream).toBeUndefined();
    const read = chat?.readAnswer({ head: answerHead(), body: Buffer.from(JSON.stringify(fixture.answer)) }, callOf());
    expect(read !== undefined && 'produced' in read ? read.produced().texts : []).toEqual(['Hello, größer 🌍.']);
  });

  it('may be filtered, and is no answer without either', () => {
    expect(heard(fixture.filtered)).toMatchObject({ content: '', finish: 'content_filter' });
    expect(heard({})).toEqual({ none: true });
  });

  it.each(fixture.errors)('that failed tells it: $message', ({ told, status, message }) => {
    const head = answerHead('application/json', status);
    const error = upstreamError(head, Buffer.from(JSON.stringify(told)), callOf().channel);
    expect([error.status, error.message]).toEqual([status, message]);
  });
});
