import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { PriceBook } from '@ledgate/domain/pricebook/events';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { chargeSchema } from '@ledgate/domain/till/charge';
import { tillEventSchemas } from '@ledgate/domain/till/events';
import { closeSettled } from '../testing/close-settled.ts';
import { expectRefused } from '../testing/expect-refused.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { beginStream, completion, errorText, sendJson } from '../testing/fake-upstream.ts';
import { RelayFixture } from '../testing/relay-fixture.ts';

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
});
afterEach(() => closeSettled(relay));

describe('a chat', () => {
  it("passes the answer byte for byte, without what is not the caller's", async () => {
    const answer = await relay.chat();
    expect(answer).toMatchObject({ status: 200, text: completion(), whole: true });
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it("is passed without what tells of the operator's account", async () => {
    relay.upstream.play = (response) => {
      response
        .writeHead(200, {
          'content-type': 'application/json',
          'x-ratelimit-remaining-requests': '9',
          'openai-processing-ms': '5',
        })
        .end(completion());
    };
    const { headers } = await relay.chat();
    expect(headers['x-ratelimit-remaining-requests']).toBeUndefined();
    expect(headers['openai-processing-ms']).toBe('5');
  });

  it("sends the caller's bytes with the channel's key", async () => {
    const body =
      '{"model" : "gpt-4o","messages":[{"role":"user","content":"\\u00e9"}],"seed":9007199254740993,"future":1.0}';
    await relay.call({ body });
    expect(relay.upstream.received[0]).toMatchObject({ path: '/v1/chat/completions', text: body });
    expect(relay.upstream.received[0]?.headers).toMatchObject({
      authorization: 'Bearer sk-upstream-1',
      'accept-encoding': 'identity',
    });
  });

  it('goes up with the header by which its caller wants something new', async () => {
    await relay.chat({}, { headers: { 'OpenAI-Beta': 'a=v1, b=v2' } });
    await relay.chat({ stream: true }, { headers: { 'OpenAI-Beta': 'c=v1' } });
    await relay.chat();
    expect(relay.upstream.received.map(({ headers }) => headers['openai-beta'])).toEqual([
      'a=v1, b=v2',
      'c=v1',
      undefined,
    ]);
  });

  it('tells the ledger how hard its model was asked to think', async () => {
    await relay.chat({ reasoning_effort: 'low' });
    await relay.chat({ reasoning_effort: 'x'.repeat(100) });
    expect(relay.cashier.charges.map(({ reasoningEffort }) => reasoningEffort)).toEqual(['low', 'x'.repeat(64)]);
    for (const charge of relay.cashier.charges)
      expect(chargeSchema.safeParse({ ...charge, leaseId: 'lease' }).error).toBeUndefined();
  });

  it('is charged with everything that explains it', async () => {
    await relay.chat();
    expect(relay.cashier.charges).toEqual([
      expect.objectContaining({
        requestId: 'id-1',
        accountId: 1,
        tokenId: 11,
        group: 'default',
        modelAsked: 'gpt-4o',
        modelBilled: 'gpt-4o',
        channelId: 1,
        stream: false,
        logged: true,
        attempts: [
          {
            channelId: 1,
            keyId: 101,
            provider: 'openai',
            modelSent: 'gpt-4o',
            startMs: expect.any(Number),
            latencyMs: expect.any(Number),
            status: 200,
            outcome: 'answered',
            upstreamRequestId: 'up-1',
            upstreamAnswerId: 'c1',
          },
        ],
        privateSalt: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
        usage: expect.objectContaining({ source: 'provider', prompt: 10, completion: 5 }),
        amount: 38,
      }),
    ]);
    expect(chargeSchema.safeParse({ ...relay.cashier.charges[0], leaseId: 'lease' }).error).toBeUndefined();
  });

  it.each([
    ['0.00123', { amount: '0.00123', currency: 'USD' }],
    [0.000_000_7, { amount: '0.0000007', currency: 'USD' }],
    [0, { amount: '0', currency: 'USD' }],
    [
      { units: 5, usd: '0.000010' },
      { amount: '0.00001', currency: 'USD' },
    ],
    [-1, undefined],
    [1e300, undefined],
  ])('says which model answered under which id, and what the provider says that it cost: %j', async (cost, told) => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 5,
      total_tokens: 15,
      cost: typeof cost === 'string' ? Number(cost) : cost,
    };
    const answer = {
      id: 'chatcmpl-7',
      model: 'gpt-4o-2024-08-06',
      choices: [{ delta: { content: 'a' }, message: {} }],
    };
    relay.upstream.play = (response) => sendJson(response, JSON.stringify({ ...answer, usage }));
    await relay.chat();
    relay.upstream.play = (response) => {
      beginStream(response);
      response.end(
        `data: ${JSON.stringify(answer)}\n\ndata: ${JSON.stringify({ ...answer, choices: [], usage })}\n\ndata: [DONE]\n\n`,
      );
    };
    await relay.chat({ stream: true });
    for (const charge of relay.cashier.charges) {
      const [attempt] = charge.attempts;
      expect(attempt).toMatchObject({ modelAnswered: 'gpt-4o-2024-08-06', upstreamAnswerId: 'chatcmpl-7' });
      expect(attempt?.cost).toEqual(told);
      expect(chargeSchema.safeParse({ ...charge, leaseId: 'lease' }).error).toBeUndefined();
    }
    expect(relay.cashier.charges).toHaveLength(2);
  });

  it("leaves nothing of the channel's key in what is recorded of its answer, wherever the upstream quotes it", async () => {
    const key = 'sk-abcdefghijklmnopqrstuvwxyz';
    relay.view.channels = [channelView({ id: 1, baseUrl: relay.upstream.url, models: ['gpt-4o'], key })];
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const quoting = { id: `id ${key}`, model: `model ${key}`, service_tier: key };
    relay.upstream.play = (response) => sendJson(response, JSON.stringify({ ...quoting, choices: [], usage }));
    await relay.chat();
    const [charge] = relay.cashier.charges;
    expect(charge).toMatchObject({
      attempts: [{ modelAnswered: 'model sk-***', upstreamAnswerId: 'id sk-***' }],
    });
    expect(JSON.stringify(charge)).not.toContain('abcdefghijkl');
  });

  it('can be described while it runs', async () => {
    await relay.chat({ max_tokens: 100 });
    const started = relay.cashier.started[0]?.();
    expect(
      tillEventSchemas.ConsumptionStarted.safeParse({ ...started, leaseId: 'lease', reserved: 1 }).error,
    ).toBeUndefined();
    expect(started?.interrupted.prompt.amount).toBeLessThan(started?.interrupted.reservation.amount ?? 0);
  });

  it('begins with the attempt that is under way, as cut should its relay end', async () => {
    relay.view.setOptions({ RetryTimes: 1 });
    let goOn = (): void => {};
    relay.upstream.play = (response) => {
      if (relay.upstream.received.length === 1) sendJson(response, errorText({ message: 'down', code: 'c' }), 500);
      else goOn = () => sendJson(response, completion());
    };
    const answer = relay.chat();
    await relay.until(() => relay.upstream.received.length === 2);
    const started = relay.cashier.started.at(-1)?.();
    expect(started?.attempts).toMatchObject([
      { channelId: 1, status: 500, outcome: 'failed', error: 'upstream_error' },
      { channelId: 1, provider: 'openai', modelSent: 'gpt-4o', status: 0, outcome: 'cut' },
    ]);
    goOn();
    await answer;
    const [charge] = relay.cashier.charges;
    expect(charge?.attempts.map(({ outcome }) => outcome)).toEqual(['failed', 'answered']);
    expect(charge?.privateSalt).toBe(started?.privateSalt);
    expect(relay.cashier.started.at(-1)?.().attempts).toHaveLength(2);
  });

  it('is not whole for the caller before its charge is durable', async () => {
    let durable = (): void => {};
    relay.cashier.recording = () =>
      new Promise((resolve) => {
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

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('may come as %s', async (encoding, compress) => {
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

  it.each<[string, Partial<PriceBook>, number]>([
    ['a price', {}, 5_000],
    [
      'a price, lower for its customer',
      { rules: [{ id: 'r', users: [1], groups: [], models: [], ratio: '0.5' }] },
      2_500,
    ],
  ])('without usage is known all the same where the call has %s', async (_what, more, amount) => {
    relay.view.book = { ...defaultPriceBook(), modelPrice: { 'gpt-4o': '0.01' }, ...more };
    relay.upstream.play = (response) => sendJson(response, completion(null, 'a b c'));
    await relay.chat();
    expect(relay.cashier.charges).toMatchObject([{ amount, usage: { source: 'provider', completion: 3 } }]);
  });

  it('goes to the mapped model, which decides the price', async () => {
    relay.view.channels = [
      channelView({
        id: 1,
        baseUrl: relay.upstream.url,
        models: ['alias'],
        modelMapping: new Map([
          ['alias', 'gpt-4o-mini'],
          ['gpt-4o-mini', 'no'],
        ]),
      }),
    ];
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

describe('a caller who leaves', () => {
  it('before the answer pays for his prompt, and the upstream is told', async () => {
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
    expect(relay.cashier.charges).toMatchObject([{ usage: { source: 'counted', completion: 0 } }]);
    expect(relay.cashier.failures).toEqual([]);
  });

  it('while quota is reserved leaves nothing reserved, and the upstream is not asked', async () => {
    let reserve = (): void => {};
    relay.cashier.reserving = () =>
      new Promise((resolve) => {
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
