import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeSettled } from '../testing/close-settled.ts';
import { beginStream, chunk, errorText, sendJson } from '../testing/fake-upstream.ts';
import { errorOf, RelayFixture } from '../testing/relay-fixture.ts';

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
});
afterEach(() => closeSettled(relay));

const CHINESE = { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' };
const FORMS = [
  ['/v1/chat/completions', { model: 'gpt-4o', messages: [] }],
  ['/v1/embeddings', { model: 'gpt-4o', input: '' }],
  ['/v1/messages', { model: 'gpt-4o', messages: [{ role: 'user', content: 5 }], max_tokens: 5 }],
  ['/v1/responses', { model: 'gpt-4o', input: 'hi', stream: 'yes' }],
  ['/v1beta/models/gpt-4o:generateContent', { contents: [], generationConfig: 5 }],
] as const;

describe('what the relay says itself', () => {
  it.each(FORMS)(
    'at %s is in the language that is asked for, with the same members beside it',
    async (path, fields) => {
      for (const key of ['key', 'unknown']) {
        const call = { path, body: JSON.stringify(fields), key };
        const english = await relay.call(call);
        const chinese = await relay.call({ ...call, headers: CHINESE });
        const other = await relay.call({ ...call, headers: { 'accept-language': 'fr, en;q=0.5, zh;q=0.4' } });
        expect([chinese.status, other.status]).toEqual([english.status, english.status]);
        const [said, toldOtherwise] = [errorOf(english), errorOf(chinese)];
        expect(said.message).not.toMatch(/\p{Script=Han}/u);
        expect(errorOf(other).message).not.toMatch(/\p{Script=Han}/u);
        expect(toldOtherwise.message).toMatch(/\p{Script=Han}/u);
        const members = (error: object): object => ({ ...error, message: '', details: '' });
        expect(members(toldOtherwise)).toEqual(members(said));
      }
    },
  );

  it('stays as it is where the upstream says it', async () => {
    relay.upstream.play = (response) => sendJson(response, errorText({ message: 'this API key is not valid' }), 400);
    const { message } = errorOf(await relay.chat({}, { headers: CHINESE }));
    expect(message).toContain('this API key is not valid');
  });

  it('is so at the end of a stream that broke off', async () => {
    relay.upstream.play = (response) => {
      beginStream(response);
      response.write(chunk('one'));
      setTimeout(() => response.destroy(), 20);
    };
    const { text } = await relay.chat({ stream: true }, { headers: CHINESE });
    expect(text).toContain('上游的流中断');
  });
});
