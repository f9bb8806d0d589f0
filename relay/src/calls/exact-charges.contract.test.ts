import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ChannelTypeKey, channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import type { PriceBook } from '@ledgate/domain/pricebook/events';
import { closeSettled } from '../testing/close-settled.ts';
import { channelView } from '../testing/fake-relay-view.ts';
import { sendJson } from '../testing/fake-upstream.ts';
import { RelayFixture } from '../testing/relay-fixture.ts';

const MODEL = 'command-or-claude';
const TEXT = 'Hello';
/** USD a million: a token in is one quota unit, one read from the cache a tenth of it, one out five, one of a picture 60. */
const PRICES = {
  prices: {
    [MODEL]: {
      input: '2',
      cachedRead: '0.2',
      cachedWrite: '2.5',
      cachedWrite1h: '4',
      videoInput: '6',
      output: '10',
      imageOutput: '120',
    },
  },
};

const completion = (usage: object): object => ({
  choices: [{ index: 0, message: { role: 'assistant', content: TEXT }, finish_reason: 'stop' }],
  usage,
});
const openAi = (prompt: number, output: number, more: object = {}): object =>
  completion({ prompt_tokens: prompt, completion_tokens: output, total_tokens: prompt + output, ...more });
const cached = (tokens: number): object => ({ prompt_tokens_details: { cached_tokens: tokens } });

type Row = {
  readonly what: string;
  readonly type?: ChannelTypeKey;
  readonly said: object;
  readonly book?: Partial<PriceBook>;
  readonly amount: number;
  readonly exact: string;
  readonly price?: object;
};

const ROWS: readonly Row[] = [
  {
    what: 'what Anthropic read anew, wrote for five minutes and for an hour, read from the cache, and wrote as the answer',
    type: 'anthropic',
    said: {
      content: [{ type: 'text', text: TEXT }],
      usage: {
        input_tokens: 100,
        cache_creation_input_tokens: 30,
        cache_creation: { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 10 },
        cache_read_input_tokens: 1_000,
        output_tokens: 50,
      },
    },
    amount: 495,
    exact: '495',
  },
  {
    what: "Gemini's thoughts as its answer, and what its tools read as the prompt",
    type: 'gemini',
    said: {
      candidates: [{ content: { role: 'model', parts: [{ text: TEXT }] }, finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: 1_000,
        cachedContentTokenCount: 400,
        toolUsePromptTokenCount: 10,
        candidatesTokenCount: 20,
        thoughtsTokenCount: 30,
        totalTokenCount: 1_060,
      },
    },
    amount: 900,
    exact: '900',
  },
  {
    what: 'what Cohere bills, not what it reads',
    type: 'cohere',
    said: {
      text: TEXT,
      finish_reason: 'COMPLETE',
      meta: { billed_units: { input_tokens: 5, output_tokens: 3 }, tokens: { input_tokens: 71, output_tokens: 3 } },
    },
    amount: 20,
    exact: '20',
  },
  {
    what: "DeepSeek's hits of its cache",
    type: 'deepseek',
    said: openAi(1_000, 10, { prompt_cache_hit_tokens: 300, prompt_cache_miss_tokens: 700 }),
    amount: 780,
    exact: '780',
  },
  {
    what: "Moonshot's hits of its cache",
    type: 'moonshot',
    said: openAi(1_000, 10, { cached_tokens: 300 }),
    amount: 780,
    exact: '780',
  },
  {
    what: "Mistral's hits of its cache",
    type: 'mistral',
    said: openAi(1_000, 10, { num_cached_tokens: 300 }),
    amount: 780,
    exact: '780',
  },
  ...['cache_write_tokens', 'cache_creation_input_tokens'].map((member): Row => ({
    what: `what a chat wrote to the cache, told as ${member}`,
    said: openAi(1_000, 10, { prompt_tokens_details: { cached_tokens: 200, [member]: 600 } }),
    amount: 1_020,
    exact: '1020',
  })),
  {
    what: "a picture in OpenRouter's answer, and a film in the prompt",
    type: 'openrouter',
    said: openAi(1_000, 1_300, {
      prompt_tokens_details: { video_tokens: 400 },
      completion_tokens_details: { image_tokens: 1_290 },
    }),
    amount: 79_250,
    exact: '79250',
  },
  {
    what: "OpenAI's reasoning once, within the completion",
    said: openAi(100, 40, { completion_tokens_details: { reasoning_tokens: 30 } }),
    amount: 300,
    exact: '300',
  },
  { what: 'half a unit as one', said: openAi(5, 0, cached(5)), amount: 1, exact: '0.5' },
  { what: 'a tenth of a unit as one, since nothing is free', said: openAi(1, 0, cached(1)), amount: 1, exact: '0.1' },
  { what: 'less than half above a whole as the whole', said: openAi(6, 0, cached(4)), amount: 2, exact: '2.4' },
  { what: 'half above a whole as the next', said: openAi(17, 0, cached(15)), amount: 4, exact: '3.5' },
  {
    what: 'a prompt up to the bound of a tier at the price below',
    said: openAi(1_000, 10),
    book: { tiers: { [MODEL]: [{ above: 1_000, prices: { input: '4', output: '20' } }] } },
    amount: 1_050,
    exact: '1050',
  },
  {
    what: 'a longer one wholly at the price of the tier',
    said: openAi(1_001, 10),
    book: { tiers: { [MODEL]: [{ above: 1_000, prices: { input: '4', output: '20' } }] } },
    amount: 2_102,
    exact: '2102',
    price: { tier: 1_000 },
  },
  {
    what: "a customer's own ratio, by the rule that is named",
    said: openAi(100, 10),
    book: { rules: [{ id: 'friends', users: [1], groups: [], models: [], ratio: '0.5' }] },
    amount: 75,
    exact: '75',
    price: { ruleId: 'friends' },
  },
  {
    what: "a customer's own prices, by the rule that is named",
    said: openAi(100, 10),
    book: {
      rules: [
        { id: 'contract 7', users: [], groups: ['default'], models: [MODEL], prices: { input: '1', output: '1' } },
      ],
    },
    amount: 55,
    exact: '55',
    price: { ruleId: 'contract 7' },
  },
  ...(
    [
      [10_000, 50_000_110, '50000110'],
      [10_001, 110, '110'],
    ] as const
  ).map(([searches, amount, exact]): Row => ({
    what: `${searches} searches: of more than anybody can have made none`,
    type: 'perplexity',
    said: openAi(60, 10, { num_search_queries: searches }),
    book: { prices: { [MODEL]: { input: '2', output: '10', search: '0.01' } } },
    amount,
    exact,
  })),
  {
    what: 'a call that has a price, whatever it used',
    said: openAi(1_000, 1_000),
    book: { prices: {}, modelPrice: { [MODEL]: '0.000011' }, groupRatio: { default: '1.5' } },
    amount: 8,
    exact: '8.25',
  },
];

let relay: RelayFixture;
beforeEach(async () => {
  relay = await RelayFixture.open();
});
afterEach(() => closeSettled(relay));

describe('a charge is exact, and rounded once', () => {
  it.each(ROWS.map((row) => [row.what, row] as const))('%s', async (_what, row) => {
    const { type = 'openai', said, book = {}, amount, exact, price = {} } = row;
    const { code } = channelTypeNamed(type);
    relay.view.book = { ...defaultPriceBook(), ...PRICES, ...book };
    relay.view.channels = [channelView({ id: 1, type: code, models: [MODEL], baseUrl: relay.upstream.url })];
    relay.upstream.play = (response) => sendJson(response, JSON.stringify(said));
    expect((await relay.chat({ model: MODEL })).status).toBe(200);
    expect(relay.cashier.charges).toMatchObject([
      { amount, price: { exact, ...price }, usage: { source: 'provider' } },
    ]);
  });
});

describe('a request to Perplexity', () => {
  it.each([
    [undefined, 2_535],
    ['low', 2_535],
    ['medium', 4_035],
    ['high', 6_035],
    ['vast', 2_535],
  ])('that reads a context of size %s costs the fee of that size', async (size, amount) => {
    const searchTools = { search_context_low: '0.005', search_context_medium: '0.008', search_context_high: '0.012' };
    relay.view.book = {
      ...defaultPriceBook(),
      prices: { sonar: { input: '1', output: '1' } },
      searchTools: { sonar: searchTools },
    };
    const { code } = channelTypeNamed('perplexity');
    relay.view.channels = [channelView({ id: 1, type: code, models: ['sonar'], baseUrl: relay.upstream.url })];
    relay.upstream.play = (response) => sendJson(response, JSON.stringify(openAi(60, 10)));
    const options = size === undefined ? {} : { web_search_options: { search_context_size: size } };
    expect((await relay.chat({ model: 'sonar', ...options })).status).toBe(200);
    expect(relay.cashier.charges).toMatchObject([{ amount }]);
  });

  it.each([
    [{ web_search_preview: '0.025' }, 12_535],
    [{ web_search_preview: '0.025', search_context_low: '0.005' }, 2_535],
    [{ web_search: '0.01' }, 35],
  ])('costs the fee of any search of a chat where its size has none: %j', async (searchTools, amount) => {
    relay.view.book = {
      ...defaultPriceBook(),
      prices: { sonar: { input: '1', output: '1' } },
      searchTools: { sonar: searchTools },
    };
    relay.view.channels = [channelView({ id: 1, models: ['sonar'], baseUrl: relay.upstream.url })];
    relay.upstream.play = (response) => sendJson(response, JSON.stringify(openAi(60, 10)));
    await relay.chat({ model: 'sonar' });
    expect(relay.cashier.charges).toMatchObject([{ amount }]);
  });
});
