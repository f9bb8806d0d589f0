import { describe, expect, it } from '@jest/globals';
import { BadChannel } from '../../errors/bad-channel.ts';
import { bodyOf, chatCall } from '../../testing/chat-calls.ts';
import { asEvents, fixtureOf, heardStreamed, heardWhole } from '../../testing/heard-answers.ts';
import type { Credentials, KeySource } from '../../upstream/short-lived-keys.ts';
import type { JsonObject } from '../../wire/json.ts';
import type { Call } from '../provider.ts';
import { baidu } from './baidu-provider.ts';

const fixture = fixtureOf(import.meta.url, 'baidu');
const { chat } = baidu.adapters;
const MODEL = 'ERNIE-4.0-8K';

const callOf = (fields: JsonObject & { readonly model?: string } = {}): Call<'chat'> =>
  chatCall({ type: 15, key: 'the-api-key|the-secret-key' }, { model: MODEL, ...fields });

/** Gives a token, and tells what it would have asked. */
const credentials = (sources: KeySource[] = [], token: string | Promise<string> = '24.abc'): Credentials => ({
  shortLivedKey: (_call, source) => {
    sources.push(source);
    return token;
  },
});

const sent = (fields: JsonObject): JsonObject => {
  const request = chat?.request(callOf(fields), credentials());
  if (request === undefined || request instanceof Promise) throw new Error('it is sent at once');
  return bodyOf(request);
};

describe('a chat for Baidu', () => {
  it('goes to the path of its model, with an access token for both keys', async () => {
    const sources: KeySource[] = [];
    const call = callOf({ model: 'ERNIE-Speed-128K', stream: true });
    const request = await chat?.request(call, credentials(sources, Promise.resolve('24.a/b')));
    expect(request).toMatchObject({
      origin: 'https://aip.baidubce.com',
      path: '/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/ernie-speed-128k?access_token=24.a%2Fb',
    });
    expect(sources[0]?.question()).toEqual({
      url: 'https://aip.baidubce.com/oauth/2.0/token?grant_type=client_credentials&client_id=the-api-key&client_secret=the-secret-key',
      method: 'POST',
      headers: { accept: 'application/json' },
    });
  });

  it('asks for its token at the address of the channel too, and reads how long it lasts', () => {
    const sources: KeySource[] = [];
    const { channel } = callOf();
    const call = { ...callOf(), channel: { ...channel, baseUrl: 'http://127.0.0.1:9/x/' } };
    expect(chat?.request(call, credentials(sources))).toMatchObject({
      origin: 'http://127.0.0.1:9',
      path: '/x/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions_pro?access_token=24.abc',
    });
    const [source] = sources;
    expect(source?.question().url).toMatch(/^http:\/\/127\.0\.0\.1:9\/x\/oauth\/2\.0\/token\?/);
    expect(source?.read('{"access_token":"24.x","expires_in":60}')).toEqual({ value: '24.x', lastsMs: 60_000 });
    expect(source?.read('{"access_token":"24.x"}')).toEqual({ value: '24.x', lastsMs: 86_400_000 });
    for (const text of ['no JSON', '{}', '{"access_token":""}', '{"access_token":7}'])
      expect(source?.read(text)).toBeUndefined();
  });

  it('has the system apart, turns by turns, and an odd number of them', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: 'one' },
      { role: 'user', content: [{ type: 'text', text: 'two' }] },
      { role: 'assistant', content: '' },
    ];
    expect(sent({ messages })).toEqual({
      system: 'Be brief.',
      messages: [
        { role: 'user', content: '...' },
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: 'one\ntwo' },
        { role: 'assistant', content: '...' },
        { role: 'user', content: '...' },
      ],
    });
  });

  it.each([
    [{ temperature: 0 }, { temperature: 0.01 }],
    [{ temperature: 1.7 }, { temperature: 1 }],
    [
      { temperature: 0.5, top_p: 0 },
      { temperature: 0.5, top_p: 0 },
    ],
    [{ max_tokens: 1 }, { max_output_tokens: 2 }],
    [{ max_completion_tokens: 9_000 }, { max_output_tokens: 4_096 }],
    [{ max_tokens: 0 }, {}],
    [{ stop: ['a', 'b', '', 'c', 'd', 'e'] }, { stop: ['a', 'b', 'c', 'd'] }],
    [{ user: 'somebody', seed: 7, logprobs: true, presence_penalty: 1 }, { user_id: 'somebody' }],
    [{ stream: true }, { stream: true }],
  ])('says %j as %j', (fields, expected) => {
    expect(sent(fields)).toEqual({ messages: [{ role: 'user', content: 'hi' }], ...expected });
  });

  it('may not have a key of one part', () => {
    const { channel } = callOf();
    expect(() => chat?.request({ ...callOf(), channel: { ...channel, key: 'one' } }, credentials())).toThrow(
      new BadChannel("the channel's key must be APIKey|SecretKey"),
    );
  });
});

describe("Baidu's answers", () => {
  const STREAM = asEvents(fixture.stream);

  it('are completions', () => {
    expect(heardWhole(chat, Buffer.from(JSON.stringify(fixture.answer)), callOf())).toEqual(fixture.completion);
  });

  it.each([1, 50, Infinity])('are streams, in pieces of %s bytes', (size) => {
    expect(heardStreamed(chat, STREAM, size, callOf({ stream: true }))).toEqual(fixture.streamed);
  });

  it('are no answers without what they say', () => {
    for (const body of ['', '[]', '{}', '{"result":7}'])
      expect(heardWhole(chat, Buffer.from(body), callOf())).toEqual({ none: true });
  });

  it.each(fixture.errors.map(({ told, status, message }) => [told, status, message] as const))(
    'are refusals where they have a code: %j',
    (told, status, message) => {
      expect(heardWhole(chat, Buffer.from(JSON.stringify(told)), callOf())).toEqual({ status, message });
      expect(heardStreamed(chat, asEvents([told]), 1, callOf({ stream: true }))).toEqual({ status, message });
    },
  );

  it('are not whole where they break off', () => {
    const begun = asEvents(fixture.stream.slice(0, 2));
    expect(heardStreamed(chat, begun, 1, callOf({ stream: true }))).toMatchObject({ isWhole: false, finish: [] });
  });
});
