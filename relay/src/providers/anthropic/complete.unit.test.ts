import { describe, expect, it } from '@jest/globals';
import { chatCall, headerSent } from '../../testing/chat-calls.ts';
import { asEvents, fixtureOf, heardStreamed, heardWhole } from '../../testing/heard-answers.ts';
import { NO_CREDENTIALS } from '../../testing/provider-call.ts';
import { upstreamError } from '../../upstream/upstream-error.ts';
import type { JsonObject } from '../../wire/json.ts';
import { providers } from '../registry.ts';
import { anthropic } from './anthropic-provider.ts';

const fixture = fixtureOf(import.meta.url, 'complete');
const { chat } = anthropic.adapters;

const callOf = (fields: JsonObject = {}, model = 'claude-2.1') =>
  chatCall({ type: 14, key: 'a-key' }, { model, ...fields });

describe('the first Claudes', () => {
  it.each([
    ['claude-2', '/v1/complete'],
    ['claude-2.1', '/v1/complete'],
    ['claude-instant-1.2', '/v1/complete'],
    ['claude-instant', '/v1/complete'],
    ['claude-3-haiku-20240307', '/v1/messages'],
    ['claude-20-opus', '/v1/messages'],
    ['claude-instantly', '/v1/messages'],
    ['claude-opus-4-1', '/v1/messages'],
    ['another-model', '/v1/messages'],
  ])('%s is asked at %s', (model, path) => {
    const request = chat?.request(callOf({}, model), NO_CREDENTIALS);
    if (request === undefined || request instanceof Promise) throw new Error('it is sent at once');
    expect([request.path, headerSent(request, 'x-api-key'), headerSent(request, 'anthropic-version')]).toEqual([
      path,
      'a-key',
      '2023-06-01',
    ]);
  });

  it("do not speak Anthropic's messages, so that these are converted for them alone", () => {
    expect(providers.wayOf(14, 'chat', 'anthropic', 'claude-2.1')?.isNative).toBe(false);
    expect(providers.wayOf(14, 'chat', 'anthropic', 'claude-3-haiku-20240307')?.isNative).toBe(true);
  });

  it('answer with a text whose usage is counted', () => {
    expect(heardWhole(chat, Buffer.from(JSON.stringify(fixture.answer)), callOf())).toEqual(fixture.completion);
    expect(heardWhole(chat, Buffer.from('{"type":"message"}'), callOf())).toEqual({ none: true });
  });

  it.each([1, 7, Infinity])('stream it in pieces of %s bytes', (size) => {
    const call = callOf({ stream: true });
    expect(heardStreamed(chat, asEvents(fixture.stream), size, call)).toEqual(fixture.streamed);
    expect(heardStreamed(chat, asEvents(fixture.stream.slice(0, -1)), size, call)).toMatchObject({ isWhole: false });
  });

  it.each(fixture.errors)('tell that they failed, in a stream and without: $message', ({ told, status, message }) => {
    const call = callOf({ stream: true });
    expect(heardStreamed(chat, asEvents([told]), Infinity, call)).toEqual({ status, message });
    const head = { status, statusText: '', headers: {} };
    const error = upstreamError(head, Buffer.from(JSON.stringify(told)), call.channel);
    expect([error.status, error.message]).toEqual([status, message]);
  });
});
