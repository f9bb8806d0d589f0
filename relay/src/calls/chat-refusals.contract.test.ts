import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { WrittenByLaterRelease } from '@ledgate/domain/events/written-by-later-release';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import type { RefusedFor } from '@ledgate/domain/catalogue/refused-calls';
import { tokenId } from '@ledgate/domain/shared/ids';
import { closeSettled } from '../testing/close-settled.ts';
import { expectRefused } from '../testing/expect-refused.ts';
import { channelView, tokenView } from '../testing/fake-relay-view.ts';
import { completion } from '../testing/fake-upstream.ts';
import { errorOf, RelayFixture } from '../testing/relay-fixture.ts';

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
});
afterEach(() => closeSettled(relay));

describe('who may call', () => {
  const refusals: [string, Parameters<typeof tokenView>[0], number, RefusedFor][] = [
    ['a disabled token', { status: 2 }, 401, 'disabled_key'],
    ['an expired one', { status: 3 }, 401, 'expired_key'],
    ['an exhausted one', { status: 4 }, 401, 'key_limit'],
    ['one past its time', { expiredTime: 1 }, 401, 'expired_key'],
    ['a banned user', { user: { status: 2 } }, 403, 'disabled_user'],
    ['a closed account', { user: { closed: true } }, 403, 'disabled_user'],
    ['another address', { addresses: new Set(['10.0.0.1']) }, 403, 'address'],
    ['a group not usable', { group: 'svip' }, 403, 'group'],
    ['another model', { models: new Set(['m']) }, 403, 'model'],
    ['a group without channels', { group: 'vip' }, 503, 'no_channel'],
  ];
  it.each(refusals)('not %s, which is counted for its key once', async (_what, token, status, reason) => {
    const view = tokenView(token);
    relay.view.tokens.set('key', view);
    expectRefused(await relay.chat(), status, { type: 'new_api_error' });
    expect(relay.cashier.requests).toEqual([]);
    expect(relay.refused).toEqual([[view.tokenId, reason]]);
  });

  it('not who shows no key or an unknown one', async () => {
    for (const key of ['', 'sk-', 'sk-unknown'])
      expectRefused(await relay.chat({}, { key }), 401, { type: 'new_api_error' });
    expect(relay.refused).toEqual([
      [undefined, 'no_key'],
      [undefined, 'no_key'],
      [undefined, 'unknown_key'],
    ]);
  });

  it('a token from its own address, in either dress, also without Bearer and with sk-', async () => {
    relay.view.tokens.set('key', tokenView({ addresses: new Set(['127.0.0.1']) }));
    expect((await relay.chat({}, { key: 'sk-key' })).status).toBe(200);
    expect((await relay.chat({}, { key: '', headers: { authorization: 'key' } })).status).toBe(200);
  });

  it('marks a token that has expired', async () => {
    relay.view.tokens.set('key', tokenView({ tokenId: tokenId(5), expiredTime: 1 }));
    await relay.chat();
    expect(relay.view.marked).toEqual([[5, 3]]);
  });

  it('a channel may be chosen by administrators only', async () => {
    relay.view.channels.push(
      channelView({ id: 2, baseUrl: relay.upstream.url, groups: ['other'] }),
      channelView({ id: 3, status: 2 }),
    );
    expectRefused(await relay.chat({}, { key: 'sk-key-2' }), 403);
    relay.view.tokens.set('key', tokenView({ user: { role: 10 }, models: new Set(['m']) }));
    expect((await relay.chat({}, { key: 'sk-key-2' })).status).toBe(200);
    expect(relay.upstream.received[0]?.headers.authorization).toBe('Bearer sk-upstream-2');
    expectRefused(await relay.chat({}, { key: 'sk-key-9' }), 400);
    expectRefused(await relay.chat({}, { key: 'sk-key-x' }), 400);
    expectRefused(await relay.chat({}, { key: 'sk-key-3' }), 403);
  });

  it('a channel whose type is no longer offered says so, and its upstream hears nothing', async () => {
    const { code: type } = channelTypeNamed('aiProxy');
    relay.view.channels = [channelView({ id: 2, type, baseUrl: relay.upstream.url })];
    const refusal = { type: 'new_api_error', message: expect.stringContaining('no longer offered (AI Proxy') };
    expectRefused(await relay.chat(), 400, refusal);
    relay.view.tokens.set('key', tokenView({ user: { role: 10 } }));
    expectRefused(await relay.chat({}, { key: 'sk-key-2' }), 400, refusal);
    const body = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] });
    expect((await relay.call({ path: '/v1/messages/count_tokens', body })).status).toBe(400);
    expect([relay.upstream.received, relay.cashier.requests]).toEqual([[], []]);
    expect(relay.refused.map(([, reason]) => reason)).toEqual(['no_channel', 'channel', 'no_channel']);
  });
});

describe('quota', () => {
  it.each([
    ['insufficient_user_quota', 0, 0, 403, 'insufficient_user_quota'],
    ['insufficient_user_quota', -3, -3, 403, 'insufficient_user_quota'],
    ['insufficient_user_quota', 5, 5, 400, 'insufficient_user_quota'],
    ['insufficient_user_quota', 50, 0, 400, 'insufficient_user_quota'],
    ['insufficient_token_quota', 5, 5, 403, 'pre_consume_token_quota_failed'],
    ['insufficient_token_quota', 50, 0, 403, 'pre_consume_token_quota_failed'],
  ] as const)('%s with %s unspent and %s available is %s', async (code, unspent, available, status, shown) => {
    relay.cashier.refusal = { code, unspent, available, needed: 10 };
    expectRefused(await relay.chat(), status, { code: shown, type: 'new_api_error' });
    expect(relay.upstream.received).toEqual([]);
    expect(relay.view.marked).toEqual([]);
    expect(relay.refused).toEqual([[11, code === 'insufficient_user_quota' ? 'balance' : 'key_limit']]);
  });

  it('of a token whose limit is used up is 401, and the token is marked', async () => {
    relay.cashier.refusal = { code: 'insufficient_token_quota', unspent: 0, available: 0, needed: 10 };
    expectRefused(await relay.chat(), 401);
    expect(relay.view.marked).toEqual([[11, 4]]);
  });

  it('of a closed account is 403, and of one that cannot be seen in the ledger 503', async () => {
    relay.cashier.refusal = { code: 'account_closed' };
    expectRefused(await relay.chat(), 403);
    relay.cashier.refusal = { code: 'account_missing' };
    expectRefused(await relay.chat(), 503);
  });

  it.each([
    ['the ledger is away', new StoreUnavailable('away')],
    ['a later release has written to the account', new WrittenByLaterRelease('account-2', 7, 'CreditPaused')],
  ])('cannot be asked for while %s: 503', async (_what, error) => {
    relay.cashier.reserveError = error;
    expectRefused(await relay.chat(), 503);
    expect(relay.upstream.received).toEqual([]);
    expect(relay.refused).toEqual([[11, 'unavailable']]);
  });
});

describe('a model without a price', () => {
  beforeEach(() => {
    relay.view.channels = [
      channelView({
        id: 1,
        baseUrl: relay.upstream.url,
        models: ['gpt-4o', 'alias', 'nobody-priced-it'],
        modelMapping: new Map([['alias', 'nobody-priced-it']]),
      }),
    ];
  });

  it('costs the ratio of unknown models', async () => {
    expect((await relay.chat({ model: 'nobody-priced-it' })).status).toBe(200);
    expect(relay.cashier.charges[0]?.price).toMatchObject({ modelRatio: '30' });
  });

  it('is refused where the operator wants it, before anything is reserved or sent; the name after the mapping counts', async () => {
    relay.view.setOptions({ UnpricedModels: 'refuse' });
    for (const model of ['nobody-priced-it', 'alias'])
      expectRefused(await relay.chat({ model }), 400, { code: 'model_price_missing', param: 'model' });
    expect(relay.cashier.requests).toEqual([]);
    expect(relay.upstream.received).toEqual([]);
    expect((await relay.chat({ model: 'gpt-4o' })).status).toBe(200);
  });

  it('is refused too where nothing of a chat has a price: by its pictures alone it would be given away', async () => {
    const catalogue = { digest: 'c'.repeat(64), models: { 'nobody-priced-it': { prices: { image: '0.04' } } } };
    relay.view.catalogue = catalogue;
    relay.view.book = { ...relay.view.book, builtIn: { rules: 2, catalogue: catalogue.digest } };
    expectRefused(await relay.chat({ model: 'alias' }), 400, { code: 'model_price_missing', param: 'model' });
    expect(relay.upstream.received).toEqual([]);
  });
});

describe('a request that cannot be read', () => {
  it.each([['{"model": "gpt-4o", "messages": ['], ['hello'], [''], ['[]'], ['null']])('%s is 400', async (body) => {
    expectRefused(await relay.call({ body }), 400);
  });

  it('is refused for words that are not allowed', async () => {
    relay.view.setOptions({ CheckSensitiveEnabled: true, SensitiveWords: ['bad', 'worse'] });
    expectRefused(await relay.chat({ messages: [{ role: 'user', content: 'so WORSE it is' }] }), 400, {
      code: 'sensitive_words_detected',
    });
    expect((await relay.chat()).status).toBe(200);
  });

  it('is 413 when too large, as sent or decoded, and the caller reads the answer', async () => {
    const large = JSON.stringify({
      model: 'gpt-4o',
      messages: [{ role: 'user', content: 'a'.repeat(3 * 1024 * 1024) }],
    });
    expectRefused(await relay.call({ body: large }), 413);
    expectRefused(await relay.call({ body: large, headers: { 'transfer-encoding': 'chunked' } }), 413);
    expectRefused(await relay.call({ body: gzipSync(large), headers: { 'content-encoding': 'gzip' } }), 413);
    expect((await relay.chat()).status).toBe(200);
  });

  it('is 400 when its encoding is broken or unknown', async () => {
    expectRefused(await relay.call({ body: 'x', headers: { 'content-encoding': 'gzip' } }), 400);
    expectRefused(await relay.call({ body: 'x', headers: { 'content-encoding': 'zstd' } }), 400);
  });
});

describe('what goes into the ledger', () => {
  it.each([['m'.repeat(256)], ['m'.repeat(600_000)], ['a\0b'], ['\ud800']])(
    'is no model name that it cannot hold: 400, nothing reserved or sent',
    async (model) => {
      const answer = await relay.chat({ model });
      expectRefused(answer, 400, { param: 'model' });
      expect(errorOf(answer).message).toMatch(/^model: /);
      expect(relay.cashier.requests).toEqual([]);
      expect(relay.upstream.received).toEqual([]);
    },
  );

  it('is no group that it cannot hold', async () => {
    const group = 'g'.repeat(256);
    relay.view.tokens.set('key', tokenView({ user: { group } }));
    relay.view.channels = [channelView({ id: 1, baseUrl: relay.upstream.url, groups: [group] })];
    expectRefused(await relay.chat(), 400, { param: 'group' });
    expect(relay.upstream.received).toEqual([]);
  });

  it("is of an upstream's request id the beginning", async () => {
    relay.upstream.play = (response) => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'r'.repeat(5_000) })
        .end(completion());
    };
    expect((await relay.chat()).status).toBe(200);
    expect(relay.cashier.charges[0]?.attempts[0]?.upstreamRequestId).toBe('r'.repeat(128));
  });
});
