import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { chargeSchema } from '@ledgate/domain/till/charge';
import { tillEventSchemas } from '@ledgate/domain/till/events';
import { tokenId } from '@ledgate/domain/shared/ids';
import { channelView, tokenView } from '../testing/fake-relay-view.ts';
import { completion, errorText, sendJson } from '../testing/fake-upstream.ts';
import { type Answer, errorOf, RelayFixture } from '../testing/relay-fixture.ts';

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
});
afterEach(async () => {
  await relay.settled().finally(() => relay.close());
  expect(relay.cashier.open).toBe(0);
  expect(relay.cashier.faults).toEqual([]);
});

function expectRefused(answer: Answer, status: number, members: object = {}): void {
  expect(answer.status).toBe(status);
  expect(errorOf(answer)).toMatchObject(members);
  expect(errorOf(answer).message).toMatch(/ \(request id: id-\d+\)$/);
}

describe('a chat', () => {
  it('passes the answer byte for byte, without what is not the caller\'s', async () => {
    const answer = await relay.chat();
    expect(answer).toMatchObject({ status: 200, text: completion(), whole: true });
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'x-request-id': 'up-1' });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('is passed without what tells of the operator\'s account', async () => {
    relay.upstream.play = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-ratelimit-remaining-requests': '9', 'openai-processing-ms': '5' }).end(completion());
    };
    const { headers } = await relay.chat();
    expect(headers['x-ratelimit-remaining-requests']).toBeUndefined();
    expect(headers['openai-processing-ms']).toBe('5');
  });

  it('sends the caller\'s bytes with the channel\'s key', async () => {
    const body = '{"model" : "gpt-4o","messages":[{"role":"user","content":"\\u00e9"}],"seed":9007199254740993,"future":1.0}';
    await relay.call({ body });
    expect(relay.upstream.received[0]).toMatchObject({ path: '/v1/chat/completions', text: body });
    expect(relay.upstream.received[0]?.headers).toMatchObject({ authorization: 'Bearer sk-upstream-1', 'accept-encoding': 'identity' });
  });

  it('is charged with everything that explains it', async () => {
    await relay.chat();
    expect(relay.cashier.charges).toEqual([expect.objectContaining({
      requestId: 'id-1', accountId: 1, tokenId: 11, group: 'default', modelAsked: 'gpt-4o', modelBilled: 'gpt-4o', channelId: 1, stream: false, logged: true,
      attempts: [{ channelId: 1, status: 200, upstreamRequestId: 'up-1', latencyMs: expect.any(Number) }],
      usage: expect.objectContaining({ source: 'provider', prompt: 10, completion: 5 }), amount: 38,
    })]);
    expect(chargeSchema.safeParse({ ...relay.cashier.charges[0], leaseId: 'lease' }).error).toBeUndefined();
  });

  it('can be described while it runs', async () => {
    await relay.chat({ max_tokens: 100 });
    const started = relay.cashier.started[0]?.();
    expect(tillEventSchemas.ConsumptionStarted.safeParse({ ...started, leaseId: 'lease', reserved: 1 }).error).toBeUndefined();
    expect(started?.interrupted.prompt.amount).toBeLessThan(started?.interrupted.reservation.amount ?? 0);
  });

  it('is not whole for the caller before its charge is durable', async () => {
    let durable = (): void => {};
    relay.cashier.recording = () => new Promise((resolve) => {
      durable = resolve;
    });
    let answered = false;
    const answer = relay.chat().then((whole) => {
      answered = true;
      return whole;
    });
    await relay.until(() => relay.upstream.received.length > 0 && relay.cashier.open === 0);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(answered).toBe(false);
    durable();
    expect((await answer).status).toBe(200);
  });

  it('is 503 when the charge cannot be made durable', async () => {
    relay.cashier.recordError = new StoreUnavailable('away');
    expectRefused(await relay.chat(), 503);
  });

  it('reserves the worst case: what is stated, else the option', async () => {
    await relay.chat();
    await relay.chat({ max_tokens: 100 });
    await relay.chat({ max_tokens: 100, n: 3 });
    const [unstated = 0, stated = 0, three = 0] = relay.cashier.requests.map(({ amount }) => amount);
    expect(unstated).toBe(625);
    expect(stated).toBeGreaterThanOrEqual(500);
    expect(three - stated).toBe(1_000);
  });

  it.each([['gzip', gzipSync], ['br', brotliCompressSync]])('may come as %s', async (encoding, compress) => {
    const body = '{"model":"gpt-4o","messages":[{"role":"user","content":"hi"}]}';
    expect((await relay.call({ body: compress(body), headers: { 'content-encoding': encoding } })).status).toBe(200);
    expect(relay.upstream.received[0]?.text).toBe(body);
  });

  it('is counted when the provider gives no usage, or zeros', async () => {
    for (const usage of [null, { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }]) {
      relay.upstream.play = (response) => sendJson(response, completion(usage, 'a b c'));
      await relay.chat();
      // 3 for the answer, 3 for the message, its role and its two words.
      expect(relay.cashier.charges.at(-1)?.usage).toMatchObject({ source: 'counted', prompt: 9, completion: 3 });
    }
  });

  it('goes to the mapped model, which decides the price', async () => {
    relay.view.channels = [channelView({ id: 1, baseUrl: relay.upstream.url, models: ['alias'], modelMapping: new Map([['alias', 'gpt-4o-mini'], ['gpt-4o-mini', 'no']]) })];
    await relay.chat({ model: 'alias' });
    expect(JSON.parse(relay.upstream.received[0]?.text ?? '')).toMatchObject({ model: 'gpt-4o-mini' });
    expect(relay.cashier.charges[0]).toMatchObject({ modelAsked: 'alias', modelBilled: 'gpt-4o-mini' });
  });

  it('serves two hundred at once, each charged once', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => relay.chat()));
    expect(answers.every(({ status, text }) => status === 200 && text === completion())).toBe(true);
    expect(new Set(relay.cashier.charges.map(({ requestId }) => requestId)).size).toBe(200);
  });
});

describe('who may call', () => {
  const refusals: [string, Parameters<typeof tokenView>[0], number][] = [
    ['a disabled token', { status: 2 }, 401], ['an expired one', { status: 3 }, 401], ['an exhausted one', { status: 4 }, 401],
    ['one past its time', { expiredTime: 1 }, 401], ['a banned user', { user: { status: 2 } }, 403], ['a closed account', { user: { closed: true } }, 403],
    ['another address', { addresses: new Set(['10.0.0.1']) }, 403], ['a group not usable', { group: 'svip' }, 403], ['another model', { models: new Set(['m']) }, 403],
    ['a group without channels', { group: 'vip' }, 503],
  ];
  it.each(refusals)('not %s', async (_what, token, status) => {
    relay.view.tokens.set('key', tokenView(token));
    expectRefused(await relay.chat(), status, { type: 'new_api_error' });
    expect(relay.cashier.requests).toEqual([]);
  });

  it('not who shows no key or an unknown one', async () => {
    for (const key of ['', 'sk-', 'sk-unknown']) expectRefused(await relay.chat({}, { key }), 401, { type: 'new_api_error' });
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
    relay.view.channels.push(channelView({ id: 2, baseUrl: relay.upstream.url, groups: ['other'] }), channelView({ id: 3, status: 2 }));
    expectRefused(await relay.chat({}, { key: 'sk-key-2' }), 403);
    relay.view.tokens.set('key', tokenView({ user: { role: 10 }, models: new Set(['m']) }));
    expect((await relay.chat({}, { key: 'sk-key-2' })).status).toBe(200);
    expect(relay.upstream.received[0]?.headers.authorization).toBe('Bearer sk-upstream-2');
    expectRefused(await relay.chat({}, { key: 'sk-key-9' }), 400);
    expectRefused(await relay.chat({}, { key: 'sk-key-x' }), 400);
    expectRefused(await relay.chat({}, { key: 'sk-key-3' }), 403);
  });
});

describe('quota', () => {
  it.each([
    ['insufficient_user_quota', 0, 403, 'insufficient_user_quota'], ['insufficient_user_quota', 5, 400, 'insufficient_user_quota'],
    ['insufficient_token_quota', 5, 403, 'pre_consume_token_quota_failed'],
  ] as const)('%s with %s available is %s', async (code, available, status, shown) => {
    relay.cashier.refusal = { code, available, needed: 10 };
    expectRefused(await relay.chat(), status, { code: shown, type: 'new_api_error' });
    expect(relay.upstream.received).toEqual([]);
  });

  it('of a token without rest is 401, and the token is marked', async () => {
    relay.cashier.refusal = { code: 'insufficient_token_quota', available: 0, needed: 10 };
    expectRefused(await relay.chat(), 401);
    expect(relay.view.marked).toEqual([[11, 4]]);
  });

  it('cannot be asked for while the ledger is away: 503', async () => {
    relay.cashier.reserveError = new StoreUnavailable('away');
    expectRefused(await relay.chat(), 503);
    expect(relay.upstream.received).toEqual([]);
  });
});

describe('a request that cannot be read', () => {
  it.each([['{"model": "gpt-4o", "messages": ['], ['hello'], [''], ['[]'], ['null']])('%s is 400', async (body) => {
    expectRefused(await relay.call({ body }), 400);
  });

  it('is refused for words that are not allowed', async () => {
    for (const [key, value] of [['CheckSensitiveEnabled', 'true'], ['CheckSensitiveOnPromptEnabled', 'true'], ['SensitiveWords', 'bad\n\nworse']] as const) relay.view.options.set(key, value);
    expectRefused(await relay.chat({ messages: [{ role: 'user', content: 'so WORSE it is' }] }), 400, { code: 'sensitive_words_detected' });
    expect((await relay.chat()).status).toBe(200);
  });

  it('is 413 when too large, as sent or decoded, and the caller reads the answer', async () => {
    const large = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'a'.repeat(3 * 1024 * 1024) }] });
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
  it.each([['m'.repeat(256)], ['m'.repeat(600_000)], ['a\0b'], ['\ud800']])('is no model name that it cannot hold: 400, nothing reserved or sent', async (model) => {
    const answer = await relay.chat({ model });
    expectRefused(answer, 400, { param: 'model' });
    expect(errorOf(answer).message).toMatch(/^model: /);
    expect(relay.cashier.requests).toEqual([]);
    expect(relay.upstream.received).toEqual([]);
  });

  it('is no group that it cannot hold', async () => {
    const group = 'g'.repeat(256);
    relay.view.tokens.set('key', tokenView({ user: { group } }));
    relay.view.channels = [channelView({ id: 1, baseUrl: relay.upstream.url, groups: [group] })];
    expectRefused(await relay.chat(), 400, { param: 'group' });
    expect(relay.upstream.received).toEqual([]);
  });

  it('is of an upstream\'s request id the beginning', async () => {
    relay.upstream.play = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'r'.repeat(5_000) }).end(completion());
    };
    expect((await relay.chat()).status).toBe(200);
    expect(relay.cashier.charges[0]?.attempts[0]?.upstreamRequestId).toBe('r'.repeat(128));
  });
});

describe('an upstream that fails', () => {
  const twoChannels = (fields: Partial<Omit<Parameters<typeof channelView>[0], 'id'>> = {}): void => {
    relay.view.options.set('RetryTimes', '2');
    relay.view.channels = [
      channelView({ id: 1, baseUrl: relay.upstream.url, priority: 10, ...fields }), channelView({ id: 2, baseUrl: relay.upstream.url }),
    ];
  };
  const failThen = (...statuses: number[]): void => {
    relay.upstream.play = (response) => {
      const status = statuses.shift();
      sendJson(response, status === undefined ? completion() : errorText({ message: 'the model is on holiday', code: 'c' }), status ?? 200);
    };
  };

  it.each([500, 429])('with %s is retried on the next channel, charged once, with both attempts', async (status) => {
    twoChannels();
    failThen(status);
    expect((await relay.chat()).status).toBe(200);
    expect(relay.cashier.charges).toHaveLength(1);
    expect(relay.cashier.charges[0]).toMatchObject({ channelId: 2, attempts: [{ channelId: 1, status }, { channelId: 2, status: 200 }] });
  });

  it('by not being there is retried like a 500', async () => {
    twoChannels({ baseUrl: 'http://127.0.0.1:9' });
    expect((await relay.chat()).status).toBe(200);
    expect(relay.cashier.charges[0]?.attempts.map(({ channelId, status }) => [channelId, status])).toEqual([[1, 0], [2, 200]]);
  });

  it('by a channel that is not set up is retried too', async () => {
    twoChannels({ baseUrl: 'nonsense' });
    expect((await relay.chat()).status).toBe(200);
  });

  it('by a key that no header can hold is retried too; alone it is an error of the channel', async () => {
    twoChannels({ key: 'sk-密钥' });
    expect((await relay.chat()).status).toBe(200);
    expect(relay.upstream.received).toHaveLength(1);
    relay.view.channels.pop();
    const answer = await relay.chat();
    expectRefused(answer, 500, { type: 'new_api_error', code: 'convert_request_failed' });
    expect(errorOf(answer).message).toContain('the channel\'s key holds characters that cannot be sent');
    expect(answer.text).not.toContain('密钥');
  });

  it('by a mapping to a name that cannot be charged is retried too, and not asked', async () => {
    twoChannels({ modelMapping: new Map([['gpt-4o', 'm'.repeat(256)]]) });
    expect((await relay.chat()).status).toBe(200);
    expect(relay.upstream.received).toHaveLength(1);
    expect(relay.cashier.charges[0]).toMatchObject({ channelId: 2, modelBilled: 'gpt-4o' });
  });

  it('every time gives the caller its error, and nothing is charged', async () => {
    twoChannels();
    failThen(500, 500, 500);
    expectRefused(await relay.chat(), 500, { type: 'fake', code: 'c' });
    expect(relay.cashier.charges).toEqual([]);
    expect(relay.cashier.failures[0]?.map(({ channelId }) => channelId)).toEqual([1, 2, 2]);
  });

  it('with 429 every time says that the group is saturated', async () => {
    failThen(429);
    const answer = await relay.chat();
    expectRefused(answer, 429);
    expect(errorOf(answer).message).toContain('saturated');
  });

  it('with 400 is not retried; its own words reach the caller', async () => {
    twoChannels();
    relay.upstream.play = (response) => sendJson(response, errorText({ message: 'no temperature 9', type: 'invalid_request_error', param: 'temperature', code: 'out_of_range' }), 400);
    const answer = await relay.chat();
    expectRefused(answer, 400, { type: 'invalid_request_error', param: 'temperature', code: 'out_of_range' });
    expect(errorOf(answer).message).toContain('no temperature 9');
    expect(relay.upstream.received).toHaveLength(1);
  });

  it('has its status mapped for the caller', async () => {
    relay.view.channels = [channelView({ id: 1, baseUrl: relay.upstream.url, statusCodeMapping: new Map([[400, 422]]) })];
    failThen(400);
    expectRefused(await relay.chat(), 422);
  });

  it('does not show addresses', async () => {
    relay.upstream.play = (response) => sendJson(response, '{"msg":"Post https://secret.test: dial tcp"}', 500);
    const answer = await relay.chat();
    expectRefused(answer, 500, { type: 'upstream_error', code: 'bad_response_status_code' });
    expect(answer.text).not.toContain('secret');
  });

  it.each([['HTML', '<html>no</html>'], ['half a JSON', '{"choices": ['], ['nothing', ''], ['another object', '{}']])('by answering %s is a 502 without a charge', async (_what, text) => {
    relay.upstream.play = (response) => sendJson(response, text);
    expectRefused(await relay.chat(), 502);
    expect(relay.cashier.charges).toEqual([]);
  });

  it('in the middle of its JSON is a 502 without a charge', async () => {
    relay.upstream.play = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"choices":', () => response.destroy());
    };
    expectRefused(await relay.chat(), 502);
  });

  it('by silence is given up after the seconds of the option', async () => {
    relay.view.options.set('UpstreamTimeoutSeconds', '0.2');
    relay.upstream.play = () => {};
    expectRefused(await relay.chat(), 504, { code: 'upstream_timeout' });
    expect(relay.cashier.failures[0]).toMatchObject([{ channelId: 1, status: 0 }]);
  }, 10_000);

  it('with a refused key is disabled when the option says so', async () => {
    failThen(401, 401);
    await relay.chat();
    expect(relay.view.disabled).toEqual([]);
    relay.view.options.set('AutomaticDisableChannelEnabled', 'true');
    await relay.chat();
    expect(relay.view.disabled).toEqual([1]);
  });

  it('is asked for another model only after the reservation has been renewed for it', async () => {
    twoChannels({ modelMapping: new Map([['gpt-4o', 'gpt-4o-mini']]) });
    failThen(500);
    await relay.chat({ max_tokens: 100 });
    expect(relay.cashier.renewals).toHaveLength(1);
    expect(relay.cashier.renewals[0]).toBeGreaterThan(relay.cashier.requests[0]?.amount ?? Infinity);
    expect(relay.cashier.charges[0]).toMatchObject({ modelBilled: 'gpt-4o', channelId: 2 });
  });
});

describe('a caller who leaves', () => {
  it('before the answer pays nothing, and the upstream is told', async () => {
    let leave = (): void => {};
    relay.upstream.play = () => leave();
    const gone = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const call = relay.chat({}, { headers: { connection: 'close' } });
    await gone;
    await relay.hangUpAll();
    await call;
    await relay.settled();
    await relay.until(() => relay.upstream.received[0]?.hungUp === true);
    expect(relay.cashier.charges).toEqual([]);
    expect(relay.cashier.failures).toHaveLength(1);
  });

  it('while quota is reserved leaves nothing reserved, and the upstream is not asked', async () => {
    let reserve = (): void => {};
    relay.cashier.reserving = () => new Promise((resolve) => {
      reserve = resolve;
    });
    const call = relay.chat();
    await relay.until(() => relay.cashier.requests.length > 0);
    await relay.hangUpAll();
    await call;
    reserve();
    await relay.until(() => relay.cashier.failures.length > 0);
    expect(relay.upstream.received).toEqual([]);
  });
});
