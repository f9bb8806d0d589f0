import { describe, expect, it } from '@jest/globals';
import { BadChannel } from '../../errors/bad-channel.ts';
import { chatOf, ProviderCall } from '../../testing/provider-call.ts';
import { describeFixture } from '../../testing/provider-fixture.ts';

describeFixture({ key: 'dify', file: new URL('fixtures/chat.json', import.meta.url) });

const call = (fields: object = {}, baseUrl = 'http://dify.example') =>
  new ProviderCall('dify', 'chat', chatOf(fields), { channel: { baseUrl } });
const started = { event: 'workflow_started', message_id: 'm-1' };
const text = { event: 'message', message_id: 'm-1', answer: 'Hi' };
const failed = { event: 'error', status: 400, code: 'completion_request_error', message: 'no sk-upstream-1 today' };

/** Dify's has no data. */
const PING = 'event: ping\n\n';
const framed = (one: string): string => (one === PING ? PING : `data: ${one}\n\n`);

describe('Dify', () => {
  it('cannot be asked without an address', async () => {
    await expect(call({}, '').sent()).rejects.toThrow(BadChannel);
  });

  it('has failed where a stream breaks off with an error, without the end mark and without the key', () => {
    const { passed, stream } = call({ stream: true }).streamed([started, text, failed]);
    expect(passed).toContain('"type":"completion_request_error"');
    expect(passed).not.toContain('sk-upstream-1');
    expect([stream.hasToldError, stream.ended, stream.isWhole(), stream.refusal]).toEqual([
      true,
      false,
      false,
      undefined,
    ]);
    expect(stream.produced()?.texts).toEqual(['Hi']);
  });

  it('refuses where an error comes before any text, however long its caller was kept waiting', () => {
    const { passed, stream } = call({ stream: true }).streamed([started, PING, failed], 1, framed);
    expect([passed, stream.refusal?.status, stream.refusal?.error.type]).toEqual(['', 400, 'completion_request_error']);
  });

  it('keeps connections alive once the answer has begun', () => {
    const { passed } = call({ stream: true }).streamed([PING, text, PING, text], 1, framed);
    expect(passed.split('\n\n').map((event) => event.slice(0, 6))).toEqual(['data: ', ': ping', 'data: ', '']);
  });

  it('takes what is no answer for none', () => {
    expect(call().read({})).toBeUndefined();
    expect(call().read('answer')).toBeUndefined();
    const { passed, stream } = call({ stream: true }).streamed([{}, 'nothing']);
    expect([passed, stream.isWhole(), stream.produced()]).toEqual(['', false, undefined]);
  });
});
