import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { chargeSchema } from '@ledgate/domain/till/charge';
import { closeSettled } from '../testing/close-settled.ts';
import { expectRefused } from '../testing/expect-refused.ts';
import { channelView, tokenView } from '../testing/fake-relay-view.ts';
import { errorText, sendJson } from '../testing/fake-upstream.ts';
import { type Answer, type Call, RelayFixture } from '../testing/relay-fixture.ts';

const MODEL = 'text-embedding-ada-002';
const { code: GEMINI } = channelTypeNamed('gemini');
/** Odd spelling on purpose: it must reach the caller as it is. */
const vectors = (usage: object | null = { prompt_tokens: 8, total_tokens: 8 }): string =>
  '{"object":"list", "data" : [{"object":"embedding","index":0,"embedding":[0,0.250,-1e0]}],"x":1.0' +
  `${usage === null ? '' : `,"usage":${JSON.stringify(usage)}`}}`;

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.view.channels.splice(0);
  relay.view.channels.push(channelView({ id: 1, baseUrl: relay.upstream.url, models: [MODEL] }));
  relay.upstream.play = (response) => sendJson(response, vectors());
});
afterEach(() => closeSettled(relay));

const embed = (fields: object = {}, call: Call = {}): Promise<Answer> =>
  relay.call({ path: '/v1/embeddings', body: JSON.stringify({ model: MODEL, input: 'one two', ...fields }), ...call });

describe('embeddings', () => {
  it('pass both ways byte for byte, and cost their prompt', async () => {
    const body = `{"model" : "${MODEL}","input":["\\u00e9"],"encoding_format":"base64","future":1.0}`;
    const answer = await relay.call({ path: '/v1/embeddings', body });
    expect(answer).toMatchObject({ status: 200, text: vectors(), whole: true });
    expect(relay.upstream.received[0]).toMatchObject({ path: '/v1/embeddings', text: body });
    expect(relay.cashier.charges).toEqual([
      expect.objectContaining({
        modelAsked: MODEL,
        stream: false,
        channelId: 1,
        usage: expect.objectContaining({ source: 'provider', prompt: 8, completion: 0 }),
        amount: 1,
        firstTokenMs: expect.any(Number),
      }),
    ]);
    expect(chargeSchema.safeParse({ ...relay.cashier.charges[0], leaseId: 'lease' }).error).toBeUndefined();
  });

  it('take the model from the path of an engine, and name it upstream', async () => {
    const path = `/v1/engines/${MODEL}/embeddings`;
    expect((await relay.call({ path, body: '{"input":"x"}' })).status).toBe(200);
    expect((await relay.call({ path, body: '{"model":"other","input":"x"}' })).status).toBe(200);
    expect(relay.upstream.received.map(({ path: to, text }) => [to, JSON.parse(text)])).toEqual([
      ['/v1/embeddings', { input: 'x', model: MODEL }],
      ['/v1/embeddings', { model: MODEL, input: 'x' }],
    ]);
    expect(relay.cashier.charges.map(({ modelAsked }) => modelAsked)).toEqual([MODEL, MODEL]);
  });

  it('go up under the name that the channel has for the model', async () => {
    const mapping = new Map([[MODEL, 'own-embedding']]);
    relay.view.channels = [channelView({ id: 1, baseUrl: relay.upstream.url, models: [MODEL], modelMapping: mapping })];
    await embed();
    expect(JSON.parse(relay.upstream.received[0]?.text ?? '')).toEqual({ model: 'own-embedding', input: 'one two' });
    expect(relay.cashier.charges[0]).toMatchObject({ modelAsked: MODEL, modelBilled: 'own-embedding' });
  });

  it('go to the one address of a custom channel', async () => {
    const baseUrl = `${relay.upstream.url}/of/{model}`;
    relay.view.channels = [channelView({ id: 1, type: 8, baseUrl, models: [MODEL] })];
    expect((await embed()).text).toBe(vectors());
    expect(relay.upstream.received[0]?.path).toBe(`/of/${MODEL}`);
  });

  it.each([
    ['one two three', 3],
    [['one two', 'three'], 3],
    [[5, 6, 7, 8], 4],
    [[[5, 6], [7]], 3],
  ])('are counted where the upstream says nothing of its usage: %j', async (input, tokens) => {
    relay.upstream.play = (response) => sendJson(response, vectors(null));
    await embed({ input });
    expect(relay.cashier.charges[0]?.usage).toMatchObject({ source: 'counted', prompt: tokens, completion: 0 });
  });

  it("of another form than OpenAI's tell the caller what was counted, where the upstream says nothing of its usage", async () => {
    relay.view.channels = [channelView({ id: 1, type: GEMINI, baseUrl: relay.upstream.url, models: [MODEL] })];
    relay.upstream.play = (response) => sendJson(response, '{"embedding":{"values":[0.5]}}');
    const told = JSON.parse((await embed({ input: 'one two three' })).text);
    expect(told).toMatchObject({ data: [{ embedding: [0.5] }], usage: { prompt_tokens: 3, total_tokens: 3 } });
    expect(relay.upstream.received[0]?.path).toBe(`/v1beta/models/${MODEL}:embedContent`);
    expect(relay.cashier.charges[0]?.usage).toMatchObject({ source: 'counted', prompt: 3, completion: 0 });
    expectRefused(await embed({ input: [5, 6] }), 400, { param: 'input' });
    expect(relay.upstream.received).toHaveLength(1);
  });

  it('reserve their worst case before the upstream is asked', async () => {
    await embed({ input: Array.from({ length: 2_000 }, () => 17) });
    expect(relay.cashier.requests[0]?.amount).toBeGreaterThanOrEqual(100);
    expect(relay.cashier.requests[0]?.amount).toBeLessThan(110);
  });

  it('name the field that is wrong, and nothing goes up', async () => {
    expectRefused(await embed({ input: undefined }), 400, { param: 'input' });
    expectRefused(await embed({ dimensions: 'many' }), 400, { param: 'dimensions' });
    expectRefused(await relay.call({ path: '/v1/embeddings', body: '{"input":"x"}' }), 400, { param: 'model' });
    expect(relay.upstream.received).toEqual([]);
  });

  it('are refused for words that are not allowed, in each of their texts', async () => {
    relay.view.setOptions({ CheckSensitiveEnabled: true, SensitiveWords: ['forbidden'] });
    for (const input of ['a Forbidden word', ['fine', 'forbidden']])
      expectRefused(await embed({ input }), 400, { code: 'sensitive_words_detected', param: 'input' });
    expect(relay.upstream.received).toEqual([]);
  });

  it('are tried again by another channel', async () => {
    relay.view.setOptions({ RetryTimes: 1 });
    relay.view.channels.push(channelView({ id: 2, baseUrl: relay.upstream.url, models: [MODEL], priority: -1 }));
    relay.upstream.play = (response) =>
      relay.upstream.received.length === 1
        ? sendJson(response, errorText({ message: 'busy' }), 500)
        : sendJson(response, vectors());
    expect((await embed()).status).toBe(200);
    expect(relay.cashier.charges[0]?.attempts.map(({ status }) => status)).toEqual([500, 200]);
  });

  it("are an upstream's error, or no answer, and then cost nothing", async () => {
    relay.upstream.play = (response) => sendJson(response, errorText({ message: 'too long' }), 400);
    expectRefused(await embed(), 400);
    relay.upstream.play = (response) => sendJson(response, '{"object":"list"}');
    expectRefused(await embed(), 502, { code: 'bad_response' });
    expect(relay.cashier.charges).toEqual([]);
  });

  it('go by channels that have them alone, and are refused where none has', async () => {
    const [able] = relay.view.channels;
    const unable = channelView({ id: 2, type: 14, baseUrl: relay.upstream.url, models: [MODEL], priority: 9 });
    relay.view.channels = [unable, ...(able === undefined ? [] : [able])];
    expect((await embed()).status).toBe(200);
    expect(relay.cashier.charges[0]?.channelId).toBe(1);
    relay.view.channels = [unable];
    relay.upstream.received.splice(0);
    expectRefused(await embed(), 400, { code: 'invalid_api_type' });
    expect(relay.upstream.received).toEqual([]);
    expect(relay.cashier.requests).toHaveLength(1);
  });

  it('are refused for a key that may not use the model', async () => {
    relay.view.tokens.set('key', tokenView({ models: new Set(['gpt-4o']) }));
    expectRefused(await embed(), 403);
  });
});
