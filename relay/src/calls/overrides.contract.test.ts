import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { createTestChannel } from '../channels/test-channel.ts';
import { closeSettled } from '../testing/close-settled.ts';
import { expectRefused } from '../testing/expect-refused.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { sendJson } from '../testing/fake-upstream.ts';
import { RelayFixture } from '../testing/relay-fixture.ts';
import { Upstreams } from '../upstream/upstreams.ts';

const catalogue = {
  digest: 'c'.repeat(64),
  models: {
    sold: {
      prices: { input: '2', output: '8' },
      services: { priority: { prices: { input: '4', output: '16' } } },
    },
    other: { prices: { input: '1', output: '4' } },
  },
};
const USAGE = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

let relay: RelayFixture;
let usage: object | undefined;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.view.book = { ...defaultPriceBook(), builtIn: { rules: 2, catalogue: catalogue.digest } };
  relay.view.catalogue = catalogue;
  usage = USAGE;
  const choices = [{ index: 0, message: { role: 'assistant', content: 'hm' }, finish_reason: 'stop' }];
  relay.upstream.play = (response) => sendJson(response, JSON.stringify({ id: 'c', choices, usage }));
});
afterEach(() => closeSettled(relay));

function overriding(override: object, fields: Partial<Omit<ChannelView, 'id'>> = {}): ChannelView {
  return channelView({
    id: 1,
    baseUrl: relay.upstream.url,
    models: ['sold', 'other', 'gpt-4o', 'claude-3-5-sonnet-20241022', 'gemini-1.5-pro'],
    setting: { override },
    ...fields,
  });
}
const through = (override: object, fields: Partial<Omit<ChannelView, 'id'>> = {}): void => {
  relay.view.channels = [overriding(override, fields)];
};
const ask = (fields: object = {}) =>
  relay.call({
    body: JSON.stringify({
      model: 'sold',
      messages: [{ role: 'user', content: 'one two' }],
      max_tokens: 100,
      ...fields,
    }),
  });
const sent = (): Record<string, unknown> =>
  JSON.parse(relay.upstream.received.at(-1)?.text ?? '') as Record<string, unknown>;
const reserved = (): number => Number(relay.cashier.requests.at(-1)?.amount);

/** What is reserved for the same request where nobody changes it. */
async function reservedFor(fields: object): Promise<number> {
  relay.view.channels = [channelView({ id: 1, baseUrl: relay.upstream.url, models: ['sold', 'other'] })];
  await ask(fields);
  return reserved();
}

describe('a call of a channel with an override', () => {
  it('goes up as the channel says, with everything else as it was spelled', async () => {
    through({
      body: {
        set: { temperature: 0.5, 'metadata.team.name': 'a' },
        remove: ['seed', 'logit_bias.7'],
        rename: { max_tokens: 'max_completion_tokens' },
      },
      headers: { set: { 'X-Team': 'a' }, remove: ['accept'] },
    });
    const words = '"messages":[{"role":"user","content":"\\u00e9"}],"future" : 1.0';
    await relay.call({
      body: `{"model":"sold",${words},"seed":9007199254740993,"logit_bias":{"7":1,"8":2},"max_tokens":100}`,
    });
    const { text, headers } = relay.upstream.received[0] ?? { text: '', headers: {} };
    expect(text).toContain(words);
    expect(JSON.parse(text)).toMatchObject({ model: 'sold', temperature: 0.5, max_completion_tokens: 100 });
    expect(sent()).toMatchObject({ metadata: { team: { name: 'a' } }, logit_bias: { 8: 2 } });
    expect(text).not.toMatch(/seed|max_tokens|"7"/);
    expect(headers).toMatchObject({ 'x-team': 'a', authorization: 'Bearer sk-upstream-1' });
    expect(headers['accept']).not.toBe('application/json');
  });

  it('is asked for and billed by the model that the channel sets, after its mapping', async () => {
    through({ body: { set: { model: 'other' } } }, { modelMapping: new Map([['sold', 'gpt-4o']]) });
    await ask();
    expect(sent()['model']).toBe('other');
    expect(relay.cashier.charges[0]).toMatchObject({
      modelAsked: 'sold',
      modelBilled: 'other',
      amount: 70,
      attempts: [{ modelSent: 'other' }],
    });
  });

  it('reserves for as many and as long answers as go up', async () => {
    const asked = await reservedFor({ max_tokens: 1_000, n: 3 });
    through({ body: { set: { max_tokens: 1_000, n: 3 } } });
    await ask();
    expect(sent()).toMatchObject({ max_tokens: 1_000, n: 3 });
    expect(reserved()).toBe(asked);
    const short = await reservedFor({ max_tokens: 5 });
    through({ body: { set: { max_tokens: 5 } } });
    await ask({ max_tokens: 100_000 });
    expect(reserved()).toBe(short);
  });

  it('reserves as without a maximum where that is taken away', async () => {
    const unstated = await reservedFor({ max_tokens: undefined });
    through({ body: { remove: ['max_tokens'] } });
    await ask();
    expect(sent()).not.toHaveProperty('max_tokens');
    expect(reserved()).toBe(unstated);
  });

  it('reserves the same for a maximum under another name, and for one that its caller has under his own', async () => {
    const asked = await reservedFor({ max_tokens: 100 });
    through({ body: { rename: { max_tokens: 'max_completion_tokens' } } });
    await ask();
    expect(reserved()).toBe(asked);
    through({ body: { rename: { answer_length: 'max_tokens' } } });
    await ask({ max_tokens: undefined, answer_length: 1_000 });
    expect(sent()).toMatchObject({ max_tokens: 1_000 });
    expect(reserved()).toBeGreaterThan(asked);
  });

  it('reserves and counts what the channel adds to the prompt', async () => {
    const asked = await reservedFor({});
    usage = undefined;
    through({ body: { set: { system: 'word '.repeat(400) } } });
    await ask();
    expect(reserved()).toBeGreaterThan(asked);
    expect(relay.cashier.charges.at(-1)?.usage.prompt).toBeGreaterThan(400);
  });

  it('is charged by the tier that the channel asks for where that has a price, and goes up without it where it has none', async () => {
    through({ body: { set: { service_tier: 'priority' } } });
    relay.upstream.play = (response) =>
      sendJson(
        response,
        JSON.stringify({ id: 'c', choices: [{ message: {} }], usage: USAGE, service_tier: 'priority' }),
      );
    await ask();
    expect(sent()['service_tier']).toBe('priority');
    expect(relay.cashier.charges.at(-1)).toMatchObject({ serviceTier: 'priority', amount: 280 });
    await ask({ model: 'other' });
    expect(sent()).not.toHaveProperty('service_tier');
    expect(relay.cashier.charges.at(-1)).toMatchObject({ amount: 70 });
    through({ body: { rename: { tier: 'service_tier' } } });
    await ask({ model: 'other', tier: 'priority' });
    expect(sent()).not.toHaveProperty('service_tier');
  });

  it('is refused where the channel asks for what has no price, and goes by another channel where there is one', async () => {
    const override = { body: { set: { 'web_search_options.search_context_size': 'low' } } };
    through(override);
    const refused = await ask();
    expectRefused(refused, 400, { code: 'invalid_text_request', param: 'web_search_options' });
    expect(refused.text).toContain('web_search_options');
    relay.view.channels = [
      overriding(override),
      { ...overriding(override), id: channelView({ id: 2 }).id, setting: {} },
    ];
    expect(await ask()).toMatchObject({ status: 200 });
    expect(sent()).not.toHaveProperty('web_search_options');
    through(override);
    relay.view.channels = relay.view.channels.map((channel) => ({
      ...channel,
      setting: { ...channel.setting, unpriced: 'pass' },
    }));
    expect(await ask()).toMatchObject({ status: 200 });
    expect(sent()).toHaveProperty('web_search_options');
  });

  it('is not served where what is stored is no override, and names its field without its value', async () => {
    through({ body: { set: { messages: 'secret-value' } } });
    const refused = await ask();
    expectRefused(refused, 500, { code: 'convert_request_failed' });
    expect(refused.text).toContain('setting.override.body.set.messages');
    expect(refused.text).not.toContain('secret-value');
  });

  it("changes the body of another form after it was converted, and a caller's own where it passes", async () => {
    const type = channelTypeNamed('anthropic').code;
    through({ body: { set: { top_k: 5, max_tokens: 7 } }, headers: { set: { 'anthropic-beta': 'x' } } }, { type });
    relay.upstream.play = (response) =>
      sendJson(
        response,
        JSON.stringify({
          id: 'm',
          type: 'message',
          role: 'assistant',
          content: [{ type: 'text', text: 'hm' }],
          stop_reason: 'end_turn',
          usage: { input_tokens: 100, output_tokens: 10 },
        }),
      );
    const model = 'claude-3-5-sonnet-20241022';
    const picture = { type: 'image_url', image_url: { url: 'https://pictures.test/a.png' } };
    await ask({ model, messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }, picture] }] });
    // One unit shows that he has a balance; the call is reserved for before its picture is fetched, whatever becomes of that.
    expect(relay.cashier.requests.map(({ amount }) => amount > 1)).toEqual([false, true]);
    expect(await ask({ model })).toMatchObject({ status: 200 });
    expect(sent()).toMatchObject({ top_k: 5, max_tokens: 7 });
    const converted = reserved();
    const messages = [{ role: 'user', content: 'one two' }];
    const passed = { path: '/v1/messages', body: JSON.stringify({ model, max_tokens: 9_000, messages, future: 1 }) };
    expect(await relay.call(passed)).toMatchObject({ status: 200 });
    expect(sent()).toMatchObject({ top_k: 5, max_tokens: 7, future: 1 });
    expect(relay.upstream.received.at(-1)?.headers['anthropic-beta']).toBe('x');
    expect(reserved()).toBeLessThan(2 * converted);
  });

  it('reserves by the maximum of another form, within the object where it stands', async () => {
    const type = channelTypeNamed('gemini').code;
    const answer = {
      candidates: [{ content: { role: 'model', parts: [{ text: 'hm' }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 },
    };
    relay.upstream.play = (response) => sendJson(response, JSON.stringify(answer));
    const model = 'gemini-1.5-pro';
    const image = { type: 'image_url', image_url: { url: 'https://pictures.test/a.png' } };
    for (const content of ['one two', [{ type: 'text', text: 'a' }, image]]) {
      const messages = [{ role: 'user', content }];
      through({}, { type });
      await ask({ model, messages });
      const asked = reserved();
      through({ body: { set: { 'generationConfig.maxOutputTokens': 100_000 } } }, { type });
      await ask({ model, messages });
      expect(reserved()).toBeGreaterThan(10 * asked);
    }
    await ask({ model });
    expect(sent()).toMatchObject({ generationConfig: { maxOutputTokens: 100_000 } });
  });

  const CLAUDE_ANSWER = JSON.stringify({
    id: 'm',
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text: 'hm' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 100, output_tokens: 10 },
  });
  const efforts = (): unknown => relay.cashier.charges.map(({ reasoningEffort }) => reasoningEffort);

  it.each([
    ['which it sets', { set: { reasoning_effort: 'high' } }, 'high'],
    ['by a name of another spelling', { set: { 'reasoning.effort': 'high' }, remove: ['reasoning_effort'] }, 'high'],
    ['which it takes away', { remove: ['reasoning_effort'] }, undefined],
    ['which it does not touch', { set: { temperature: 0.5 } }, 'low'],
    [
      "which goes before that of the model's name",
      { set: { model: 'o3-mini-high', reasoning_effort: 'medium' } },
      'medium',
    ],
    ["which the model's name says", { set: { model: 'o3-mini-high' } }, 'high'],
  ])('has in its row the effort that goes up: %s', async (_name, body, effort) => {
    through({ body });
    expect(await ask({ reasoning_effort: 'low' })).toMatchObject({ status: 200 });
    expect(efforts()).toEqual([effort]);
  });

  it("has in its row the effort that goes up in another form, and in a caller's own", async () => {
    const type = channelTypeNamed('anthropic').code;
    const model = 'claude-3-5-sonnet-20241022';
    relay.upstream.play = (response) => sendJson(response, CLAUDE_ANSWER);
    const messages = [{ role: 'user', content: 'one two' }];
    const own = { model, max_tokens: 9_000, messages, output_config: { effort: 'max' } };
    for (const body of [
      { set: { 'thinking.budget_tokens': 5_000 } },
      { set: { top_k: 5 } },
      { remove: ['output_config'] },
    ]) {
      through({ body }, { type });
      await ask({ model, reasoning_effort: 'high', max_tokens: 30_000 });
      await relay.call({ path: '/v1/messages', body: JSON.stringify(own) });
    }
    expect(efforts()).toEqual(['medium', 'max', 'high', 'max', 'high', undefined]);
  });

  it('changes embeddings too', async () => {
    relay.upstream.play = (response) =>
      sendJson(response, JSON.stringify({ data: [], usage: { prompt_tokens: 2, total_tokens: 2 } }));
    through({ body: { set: { dimensions: 256 } } });
    await relay.call({ path: '/v1/embeddings', body: JSON.stringify({ model: 'gpt-4o', input: 'one two' }) });
    expect(sent()).toMatchObject({ dimensions: 256, input: 'one two' });
  });
});

describe('a test of a channel with an override', () => {
  it('asks as its calls do', async () => {
    const upstreams = new Upstreams();
    try {
      const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };
      const test = createTestChannel({ upstreams, view: relay.view, clock });
      const override = { body: { set: { model: 'other', temperature: 1 } }, headers: { set: { 'x-team': 'a' } } };
      expect(await test(overriding(override), 'sold')).toMatchObject({ ok: true, model: 'other' });
      expect(sent()).toMatchObject({ model: 'other', temperature: 1 });
      expect(relay.upstream.received[0]?.headers).toMatchObject({ 'x-team': 'a' });
      expect(await test(overriding({ body: [] }), 'sold')).toMatchObject({
        ok: false,
        message: expect.stringContaining('setting.override.body') as unknown,
      });
    } finally {
      await upstreams.close();
    }
  });
});
