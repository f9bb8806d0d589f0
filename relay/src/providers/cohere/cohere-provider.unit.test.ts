import { describe, expect, it } from '@jest/globals';
import { asLine, chatOf, ProviderCall } from '../../testing/provider-call.ts';
import { describeFixture } from '../../testing/provider-fixture.ts';
import { cohere } from './cohere-provider.ts';

describeFixture({ key: 'cohere', file: new URL('fixtures/chat.json', import.meta.url), framed: asLine });

const call = (fields: object = {}) => new ProviderCall('cohere', 'chat', chatOf(fields));
const started = { event_type: 'stream-start', generation_id: 'g' };
const text = { event_type: 'text-generation', text: 'Hi' };

describe('Cohere', () => {
  it('is asked at its own address where a channel has none', async () => {
    expect((await call().sent()).url).toBe('https://api.cohere.ai/v1/chat');
  });

  it('streams lines, of whatever type they are said to be', () => {
    const head = { status: 200, statusText: '', headers: { 'content-type': 'application/json' } };
    expect(cohere.adapters.chat?.streams?.(head)).toBe(true);
  });

  it('has failed where a stream ends so, without the end mark and without the key', () => {
    const failed = { event_type: 'stream-end', finish_reason: 'ERROR', error: 'no sk-upstream-1 today' };
    const { passed, stream } = call({ stream: true }).streamed([started, text, failed], 1, asLine);
    expect(passed).toContain('"error":{"message":"no ');
    expect(passed).not.toContain('sk-upstream-1');
    expect([stream.hasToldError, stream.ended, stream.isWhole(), stream.refusal]).toEqual([
      true,
      false,
      false,
      undefined,
    ]);
    expect(stream.produced()?.texts).toEqual(['Hi']);
  });

  it('refuses also where a stream has begun and said nothing', () => {
    const failed = { event_type: 'stream-end', finish_reason: 'ERROR' };
    const { passed, stream } = call({ stream: true }).streamed([started, failed], 1, asLine);
    expect([passed, stream.refusal?.status]).toEqual(['', 500]);
  });

  it('takes what is no JSON and what is no answer for none', () => {
    expect(call().read({})).toBeUndefined();
    expect(call().read([])).toBeUndefined();
    const { passed, stream } = call({ stream: true }).streamed(['<html>', {}], 1, asLine);
    expect([passed, stream.isWhole(), stream.produced()]).toEqual(['', false, undefined]);
  });

  it('ends a last line that has no end', () => {
    const end = { event_type: 'stream-end', finish_reason: 'COMPLETE', response: {} };
    const { stream } = call({ stream: true }).streamed([asLine(JSON.stringify(text)), end], 1, (line) => line);
    expect([stream.ended, stream.produced()?.texts]).toEqual([true, ['Hi']]);
  });
});
