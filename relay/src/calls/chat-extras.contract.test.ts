import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { chargeSchema } from '@ledgate/domain/till/charge';
import { closeSettled } from '../testing/close-settled.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { sendJson } from '../testing/fake-upstream.ts';
import { expectRefused } from '../testing/expect-refused.ts';
import { RelayFixture } from '../testing/relay-fixture.ts';

const MODEL = 'sold';
const MESSAGES = [{ role: 'user', content: 'one two' }];
const USAGE = {
  prompt_tokens: 100,
  completion_tokens: 10,
  total_tokens: 110,
  prompt_tokens_details: { cached_tokens: 40 },
};
const catalogue = {
  digest: 'c'.repeat(64),
  models: {
    [MODEL]: {
      prices: { input: '2', cachedRead: '0.5', output: '8', search: '0.01' },
      services: { priority: { prices: { input: '4', cachedRead: '1', output: '16' } } },
      searchTools: { web_search_preview: '0.025' },
    },
  },
};

let relay: RelayFixture;
let servedIn: string | undefined;
beforeEach(async () => {
  relay = await RelayFixture.open();
  relay.view.channels = [channelView({ id: 1, baseUrl: relay.upstream.url, models: [MODEL, 'gpt-4o'] })];
  relay.view.book = { ...defaultPriceBook(), builtIn: { rules: 2, catalogue: catalogue.digest } };
  relay.view.catalogue = catalogue;
  servedIn = undefined;
  const choices = [{ index: 0, message: { role: 'assistant', content: 'hm' }, finish_reason: 'stop' }];
  relay.upstream.play = (response) =>
    sendJson(response, JSON.stringify({ id: 'c', choices, usage: USAGE, service_tier: servedIn }));
});
afterEach(() => closeSettled(relay));

async function charged(fields: object) {
  await relay.call({ body: JSON.stringify({ model: MODEL, messages: MESSAGES, max_tokens: 1_000, ...fields }) });
  const [charge] = relay.cashier.charges;
  expect(chargeSchema.safeParse({ ...charge, leaseId: 'lease' }).error).toBeUndefined();
  const [reserved] = relay.cashier.requests;
  expect(reserved?.amount).toBeGreaterThanOrEqual(charge?.amount ?? Infinity);
  return charge;
}

describe('a chat', () => {
  it('of a model that the options do not name costs what the catalogue says, cached tokens apart', async () => {
    expect(await charged({})).toMatchObject({
      amount: 110,
      price: {
        method: 'parts',
        lines: [
          { what: 'input', quantity: 60, per_million: '2' },
          { what: 'cached_read', quantity: 40, per_million: '0.5' },
          { what: 'output', quantity: 10, per_million: '8' },
        ],
        exact: '110',
      },
    });
  });

  it('in a tier of service costs what the tier in which it was served does', async () => {
    servedIn = 'priority';
    expect(await charged({ service_tier: 'priority' })).toMatchObject({
      amount: 220,
      serviceTier: 'priority',
      price: { serviceTier: 'priority' },
    });
    expect(relay.upstream.received[0]?.text).toContain('"service_tier":"priority"');
    relay.cashier.charges.splice(0);
    servedIn = 'default';
    const standard = await charged({ service_tier: 'priority' });
    expect(standard).toMatchObject({ amount: 110 });
    expect(standard).not.toHaveProperty('serviceTier');
  });

  it.each([
    [{ web_search_options: {} }, '0.025', 12_610],
    [{ tools: [{ type: 'web_search_preview_2025_03_11' }] }, '0.025', 12_610],
    [{ tools: [{ type: 'web_search' }] }, '0.01', 5_110],
    [{ tools: [{ type: 'web_search' }, { type: 'web_search_preview' }] }, '0.025', 12_610],
  ])('that searches the web costs a search more, by the tool that made it: %j', async (members, price, amount) => {
    const charge = await charged(members);
    expect(charge).toMatchObject({ amount, usage: { measured: { searches: 1 } } });
    expect(charge?.price).toMatchObject({
      lines: expect.arrayContaining([{ what: 'searches', quantity: 1, price }]),
    });
  });

  it('goes nowhere with what the book does not price for its model, and its refusal names it', async () => {
    const answer = await relay.call({
      body: JSON.stringify({ model: 'gpt-4o', messages: MESSAGES, web_search_options: {} }),
    });
    expectRefused(answer, 400, { param: 'web_search_options' });
    expect(relay.upstream.received).toEqual([]);
    expect(relay.cashier.charges).toEqual([]);
  });

  it.each([
    [
      'a tool of the provider that nobody knows',
      { tools: [{ type: 'builtin_function', function: { name: '$web_search' } }] },
      'tools[0].type',
    ],
    ['a search as xAI is asked for it', { search_parameters: { mode: 'auto' } }, 'search_parameters'],
    ['a search as OpenRouter is asked for it', { plugins: [{ id: 'web' }] }, 'plugins'],
    ['a plugin of OpenRouter that reads files', { plugins: [{ id: 'file-parser' }] }, 'plugins'],
    ['other models than the one that is priced', { models: ['dear'] }, 'models'],
    ['a search as Ali is asked for it', { enable_search: true }, 'enable_search'],
  ])('goes nowhere with %s, where it has no price', async (_what, members, param) => {
    const answer = await relay.call({ body: JSON.stringify({ model: 'gpt-4o', messages: MESSAGES, ...members }) });
    expectRefused(answer, 400, { param });
    expect(relay.upstream.received).toEqual([]);
  });

  it('goes up with tools that its caller runs, and with searches that are switched off', async () => {
    const tools = [
      { type: 'function', function: { name: 'f' } },
      { type: 'custom', custom: { name: 'c' } },
    ];
    const off = { search_parameters: { mode: 'off' }, plugins: [{ id: 'web', enabled: false }], enable_search: false };
    expect(await charged({ model: 'gpt-4o', tools, ...off })).not.toHaveProperty('usage.measured');
  });

  it('in a tier of service that nobody has asked for says so, and costs what any other does, since no more was reserved', async () => {
    servedIn = 'priority';
    for (const asked of [{}, { service_tier: 'auto' }, { service_tier: 'default' }, { service_tier: 'flex' }]) {
      const charge = await charged(asked);
      expect(charge).toMatchObject({ amount: 110, serviceTier: 'priority' });
      expect(charge).not.toHaveProperty('price.serviceTier');
      relay.cashier.charges.splice(0);
    }
  });

  it('loses a tier of service that nobody prices, and is charged as any other', async () => {
    servedIn = 'default';
    const charge = await charged({ model: 'gpt-4o', service_tier: 'priority' });
    expect(relay.upstream.received[0]?.text).not.toContain('service_tier');
    expect(charge).not.toHaveProperty('serviceTier');
  });

  it('of a channel that lets pass what is unpriced has it, and says what was used', async () => {
    relay.view.channels = [
      channelView({ id: 1, baseUrl: relay.upstream.url, models: ['gpt-4o'], setting: { unpriced: 'pass' } }),
    ];
    const charge = await charged({ model: 'gpt-4o', web_search_options: {}, service_tier: 'priority' });
    expect(relay.upstream.received[0]?.text).toContain('"service_tier":"priority"');
    expect(charge?.usage).toMatchObject({ measured: { searches: 1 } });
    expect(JSON.stringify(charge?.price)).not.toContain('searches');
  });

  it('without a maximum is reserved at PreConsumedQuota tokens, or at all that the model can write', async () => {
    const reserved = async (options: object): Promise<number | undefined> => {
      relay.view.setOptions({ PreConsumedQuota: 500, ...options });
      await relay.call({ body: JSON.stringify({ model: 'gpt-4o', messages: MESSAGES }) });
      return relay.cashier.requests.at(-1)?.amount;
    };
    relay.view.book = defaultPriceBook();
    relay.view.catalogue = undefined;
    expect(await reserved({})).toBe(625);
    // gpt-4o writes 16,384 tokens at most, of 5 units each.
    const model = await reserved({ ReserveOutput: 'model' });
    expect(model).toBeGreaterThan(16_384 * 5);
    expect(model).toBeLessThan(16_384 * 5 + 100);
  });
});
