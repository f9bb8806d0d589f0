import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DirectoryUnavailable, type TokenView } from '@ledgate/projections/directory/relay-view';
import { userId } from '@ledgate/domain/shared/ids';
import { quota, ZERO } from '@ledgate/domain/shared/quota';
import { closeSettled } from '../testing/close-settled.ts';
import { expectRefused } from '../testing/expect-refused.ts';
import { channelView, tokenView } from '../testing/fake-relay-view.ts';
import { beginStream, chunk, completion, DONE, sendJson, usageChunk } from '../testing/fake-upstream.ts';
import { type Answer, type Call, headText, RelayFixture } from '../testing/relay-fixture.ts';

const PATH = '/pg/chat/completions';
const SESSION = 'a-session-of-somebody-who-is-signed-in';
const OTHER = 'another-session-of-somebody-else-here';
const COOKIE = `theme=dark; session=${SESSION}`;

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
  signIn();
});
afterEach(() => closeSettled(relay));

/** Somebody is user 1. */
const signIn = (user: Partial<TokenView['user']> = {}): void =>
  void relay.sessions.bySession.set(SESSION, tokenView({ user }).user);

const play = (fields: object = {}, call: Call = {}): Promise<Answer> =>
  relay.chat(fields, {
    path: PATH,
    key: '',
    ...call,
    headers: { cookie: COOKIE, 'new-api-user': '1', ...call.headers },
  });

describe('a chat by a session', () => {
  it('is charged to the user alone, in the group that he asks for, and the group does not go up', async () => {
    relay.view.channels = [channelView({ id: 7, baseUrl: relay.upstream.url, groups: ['vip'] })];
    relay.upstream.play = (response) => sendJson(response, completion());
    const answer = await play({ group: 'vip', max_tokens: 0, temperature: 0, logit_bias: { a: 1 } });
    expect(answer).toMatchObject({ status: 200, text: completion() });
    const [received] = relay.upstream.received;
    expect(JSON.parse(received?.text ?? '')).toEqual({
      model: 'gpt-4o',
      messages: [{ role: 'user', content: 'one two' }],
      temperature: 0,
      logit_bias: { a: 1 },
    });
    expect(received?.headers).not.toHaveProperty('cookie');
    expect(received?.headers).not.toHaveProperty('new-api-user');
    expect(relay.cashier.requests).toMatchObject([{ accountId: 1, tokenId: 0, limited: false }]);
    expect(relay.cashier.charges).toMatchObject([{ accountId: 1, tokenId: 0, group: 'vip' }]);
    expect(relay.refused).toEqual([]);
  });

  it('streams, and every group of its body is taken away, in a converted request too', async () => {
    relay.upstream.play = (response) => {
      beginStream(response);
      response.end(chunk('Hello') + usageChunk() + DONE);
    };
    const messages = '"messages":[{"role":"user","content":"hi"}]';
    const body = `{"group":"svip","model":"gpt-4o",${messages},"stream":true,"\\u0067roup":"vip","group":"default"}`;
    const answer = await play({}, { body });
    expect(answer).toMatchObject({ status: 200, text: expect.stringMatching(/Hello[\s\S]*data: \[DONE\]\n\n$/) });
    expect(relay.upstream.received[0]?.text).toBe(
      `{"model":"gpt-4o",${messages},"stream":true,"stream_options":{"include_usage":true}}`,
    );
    relay.view.channels = [channelView({ id: 9, type: 14, models: ['claude-x'], baseUrl: relay.upstream.url })];
    await play({ model: 'claude-x', group: 'default' });
    expect(JSON.parse(relay.upstream.received[1]?.text ?? '')).not.toHaveProperty('group');
  });

  it.each([[undefined], [null], [''], ['own']])(
    'is in his own group, priced or not, where it asks for %j',
    async (group) => {
      signIn({ group: 'own' });
      relay.view.channels = [channelView({ id: 2, baseUrl: relay.upstream.url, groups: ['own'] })];
      expect((await play({ group })).status).toBe(200);
      expect(relay.cashier.charges).toMatchObject([{ group: 'own' }]);
    },
  );

  it('is answered again under an Idempotency-Key to the same user alone', async () => {
    const headers = { 'idempotency-key': 'one-for-all' };
    const first = await play({}, { headers });
    expect((await play({}, { headers })).text).toBe(first.text);
    expect(relay.upstream.received).toHaveLength(1);
    relay.sessions.bySession.set(OTHER, tokenView({ user: { userId: userId(2) } }).user);
    const own = { ...headers, cookie: `session=${OTHER}`, 'new-api-user': '2' };
    expect((await play({}, { headers: own })).status).toBe(200);
    expect(relay.upstream.received).toHaveLength(2);
    expect(relay.cashier.charges).toMatchObject([{ accountId: 1 }, { accountId: 2 }]);
  });

  it('takes no channel that an administrator names in a header, and no limits of a token', async () => {
    signIn({ role: 100 });
    relay.view.tokens.set('key', tokenView({ models: new Set(['m']), unlimited: false }));
    expect((await play({}, { key: 'sk-key-99' })).status).toBe(200);
    expect(relay.cashier.requests).toMatchObject([{ tokenId: 0, limited: false }]);
  });
});

describe('who is refused', () => {
  it.each<[string, Record<string, string>, number, string]>([
    ['who shows nothing', { cookie: '' }, 401, 'no_key'],
    ['an ended session', { cookie: 'session=a-session-that-has-ended-a-while-ago' }, 401, 'unknown_key'],
    ['a key of a token', { cookie: '', authorization: 'Bearer sk-key' }, 401, 'no_key'],
    ['a system access token', { cookie: '', authorization: 'Bearer his-access-token' }, 400, 'unknown_key'],
    ['a session without the header', { 'new-api-user': '' }, 401, 'unknown_key'],
    ['a session of another user than the header names', { 'new-api-user': '2' }, 401, 'unknown_key'],
  ])('%s', async (_who, headers, status, reason) => {
    relay.sessions.byAccessToken.set('his-access-token', tokenView().user);
    expectRefused(await play({}, { headers }), status, { type: 'new_api_error' });
    expect(relay.refused).toEqual([[undefined, reason]]);
    expect(relay.upstream.received).toEqual([]);
  });

  it.each([[{ status: 2 }], [{ closed: true }]])('a session of a user who is %j, by his name', async (user) => {
    signIn(user);
    expectRefused(await play(), 403, { type: 'new_api_error' });
    expect(relay.refused).toEqual([[0, 'disabled_user']]);
  });

  it('nobody as somebody while the directory cannot be read', async () => {
    relay.sessions.ofSession = () => Promise.reject(new DirectoryUnavailable('the directory cannot be read'));
    expectRefused(await play(), 503, { code: 'service_unavailable' });
  });

  it.each<[string, object, number, object]>([
    [
      'a group that he may not use',
      { group: 'svip' },
      403,
      { message: expect.stringContaining('group svip: you may not') },
    ],
    ['a group that is no name', { group: 7 }, 400, { param: 'group' }],
    ['a group whose name is too long to be one', { group: 'x'.repeat(256) }, 400, { param: 'group' }],
    ['a group by another spelling', { Group: 'vip' }, 400, { param: 'Group' }],
    ['no model', { model: undefined }, 400, { param: 'model' }],
    ['no messages', { messages: [] }, 400, { param: 'messages' }],
    ['a model without a channel', { model: 'nobody-s' }, 503, {}],
    [
      'forbidden words',
      { messages: [{ role: 'user', content: 'a BAD word' }] },
      400,
      { code: 'sensitive_words_detected' },
    ],
  ])('%s', async (_what, fields, status, error) => {
    relay.view.setOptions({
      CheckSensitiveEnabled: true,
      CheckSensitiveOnPromptEnabled: true,
      SensitiveWords: ['bad'],
    });
    expectRefused(await play(fields), status, error);
    expect(relay.cashier.requests).toEqual([]);
    expect(relay.refused).toHaveLength(1);
  });

  it('a balance that is too small', async () => {
    relay.cashier.refusal = { code: 'insufficient_user_quota', available: ZERO, unspent: ZERO, needed: quota(5) };
    expectRefused(await play(), 403, { code: 'insufficient_user_quota' });
    expect(relay.view.marked).toEqual([]);
  });

  it('before its body has come', async () => {
    const caller = await relay.caller();
    caller.write(
      headText('Content-Length: 900000')
        .replace('/v1/chat/completions', PATH)
        .replace(/Authorization.*\r\n/, ''),
    );
    await relay.until(() => caller.heard.includes('\r\n\r\n'));
    expect(caller.heard).toMatch(/^HTTP\/1\.1 401 /);
    caller.destroy();
  });
});

describe('pages of other origins', () => {
  it('are told nothing by which a browser would let them call', async () => {
    const origin = 'https://elsewhere.test';
    const preflight = await relay.call({
      method: 'OPTIONS',
      path: PATH,
      key: '',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'new-api-user' },
    });
    const answer = await play({}, { headers: { origin } });
    expect(preflight.status).toBe(404);
    for (const { headers } of [preflight, answer])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it("find other paths below /pg unknown, in OpenAI's shape", async () => {
    expectRefused(await play({}, { path: '/pg/models' }), 404, { code: 'unknown_url' });
  });
});
