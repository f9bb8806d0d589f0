import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountOf } from './amount-of.ts';
import { defaultPriceBook } from './defaults.ts';
import type { PriceBook } from '../pricebook/events.ts';
import type { Explanation } from '../tariff/explanation.ts';
import type { Catalogue } from '../tariff/prices.ts';
import { hasPrice, isServicePriced, reckon, waivedPrice } from './reckon.ts';
import { CHARGE_MAX } from './rounding.ts';
import type { Priced } from '../tariff/tariff.ts';
import { INPUT_PARTS, OUTPUT_PARTS, type PartedUsage } from '../tariff/usage-parts.ts';

const defaults = defaultPriceBook();
const firstSchema = { ...defaults, version: 7, groupRatio: { ...defaults.groupRatio, night: '0.7', dear: '1.5' } };
const full: PriceBook = { ...firstSchema, builtIn: { rules: 2, catalogue: '' } };

type Terms = Partial<Omit<Priced, 'book'>> & { readonly book?: Partial<PriceBook> };
const priced = (model: string, { book, ...terms }: Terms = {}): Priced => ({
  model,
  group: 'default',
  ...terms,
  book: { ...full, ...book },
});
const cost = (model: string, usage: Partial<PartedUsage>, terms?: Terms) =>
  reckon({ ...priced(model, terms), usage: { prompt: 0, completion: 0, ...usage } });
const linesOf = (explanation: Explanation) => (explanation.method === 'parts' ? explanation.lines : explanation.method);

describe('a charge under a book of the first schema', () => {
  it.each([
    [
      'gpt-4o-mini',
      'default',
      1000,
      500,
      0,
      0,
      '{"amount":225,"price":{"method":"tokens","priceBookVersion":7,"modelRatio":"0.075","completionRatio":"4",' +
        '"groupRatio":"1","rounding":"half_up_minimum_1","exact":"225"}}',
    ],
    [
      'gpt-3.5-turbo-0613',
      'night',
      100,
      50,
      0,
      0,
      '{"amount":87,"price":{"method":"tokens","priceBookVersion":7,"modelRatio":"0.75","completionRatio":"1.3333333333333333",' +
        '"groupRatio":"0.7","rounding":"half_up_minimum_1","exact":"87.499999999999999125"}}',
    ],
    [
      'gpt-4o-audio-preview',
      'default',
      40,
      25,
      30,
      5,
      '{"amount":2113,"price":{"method":"tokens","priceBookVersion":7,"modelRatio":"1.25","completionRatio":"4",' +
        '"groupRatio":"1","audioRatio":"40","audioCompletionRatio":"2","rounding":"half_up_minimum_1","exact":"2112.5"}}',
    ],
    [
      'glm-4-flash',
      'default',
      9,
      9,
      0,
      0,
      '{"amount":0,"price":{"method":"tokens","priceBookVersion":7,"modelRatio":"0","completionRatio":"1",' +
        '"groupRatio":"1","rounding":"half_up_minimum_1","exact":"0"}}',
    ],
    [
      'nobody-priced-this',
      'night',
      5,
      5,
      0,
      0,
      '{"amount":210,"price":{"method":"tokens","priceBookVersion":7,"modelRatio":"30","completionRatio":"1",' +
        '"groupRatio":"0.7","rounding":"half_up_minimum_1","exact":"210"}}',
    ],
    [
      'dall-e-3',
      'night',
      9,
      9,
      0,
      0,
      '{"amount":14000,"price":{"method":"call","priceBookVersion":7,"modelPrice":"0.04",' +
        '"groupRatio":"0.7","quotaPerUnit":"500000","rounding":"half_up_minimum_1","exact":"14000"}}',
    ],
    [
      'gpt-4-gizmo-x',
      'default',
      0,
      0,
      0,
      0,
      '{"amount":50000,"price":{"method":"call","priceBookVersion":7,"modelPrice":"0.1",' +
        '"groupRatio":"1","quotaPerUnit":"500000","rounding":"half_up_minimum_1","exact":"50000"}}',
    ],
    [
      'gpt-4o',
      'default',
      0,
      0,
      0,
      0,
      '{"amount":0,"price":{"method":"tokens","priceBookVersion":7,"modelRatio":"1.25","completionRatio":"4",' +
        '"groupRatio":"1","rounding":"half_up_minimum_1","exact":"0"}}',
    ],
  ])(
    '%s for %s, %d and %d tokens, %d and %d of sound, is what it always was, byte for byte',
    (model, group, prompt, completion, audioInput, audioOutput, frozen) => {
      const usage = { prompt, completion, parts: { audioInput, audioOutput } };
      const { amount, price } = reckon({ book: firstSchema, model, group, usage });
      expect(JSON.stringify({ amount, price })).toBe(frozen);
      expect(amountOf(price, usage)).toEqual({ amount, exact: price.exact });
    },
  );

  it('takes no account of cached tokens, whose ratios by name are rules of number 2', () => {
    const usage = { prompt: 1000, completion: 100, parts: { cachedRead: 400 } };
    expect(reckon({ book: firstSchema, model: 'gpt-4o', group: 'default', usage }).amount).toBe(1_750);
    expect(reckon({ book: full, model: 'gpt-4o', group: 'default', usage }).amount).toBe(1_500);
  });

  it('refuses rules and catalogues that this release does not know', () => {
    expect(() => cost('gpt-4o', {}, { book: { builtIn: { rules: 3, catalogue: '' } } })).toThrow('needs the rules 3');
    expect(() => cost('no-such', {}, { book: { builtIn: { rules: 2, catalogue: 'abc' } } })).toThrow(
      'needs the catalogue abc',
    );
  });
});

describe('the worked examples of billing', () => {
  const seconds = (s: number) => ({ measured: { milliseconds: s * 1_000 } });
  it.each<[string, string, Partial<PartedUsage>, number]>([
    ['gpt-4o-mini', 'default', { prompt: 1000, completion: 500 }, 225],
    ['gpt-4o', 'default', { prompt: 1200, completion: 345 }, 3225],
    ['gpt-3.5-turbo-0613', 'default', { prompt: 100, completion: 50 }, 125],
    ['text-embedding-3-small', 'default', { prompt: 7 }, 1],
    ['text-embedding-3-small', 'default', { prompt: 120 }, 1],
    ['glm-4-flash', 'default', { prompt: 1000, completion: 1 }, 0],
    ['dall-e-3', 'default', { measured: { images: 1 }, size: '1024x1024', quality: 'standard' }, 20_000],
    ['dall-e-3', 'dear', { measured: { images: 2 }, size: '1792x1024', quality: 'hd' }, 180_000],
    ['dall-e-3', 'default', { measured: { images: 1 }, size: '1024x1024', quality: 'hd' }, 40_000],
    ['dall-e-3', 'default', { measured: { images: 1 }, size: '1024x1792' }, 40_000],
    ['dall-e-3', 'default', { measured: { images: 3 } }, 60_000],
    ['dall-e-2', 'default', { measured: { images: 1 }, size: '256x256' }, 15_000],
    ['whisper-1', 'default', seconds(61.2), 15_495],
    ['whisper-1', 'default', seconds(3), 750],
    ['whisper-1', 'default', seconds(0.4), 255],
    ['tts-1', 'default', { measured: { characters: 11 } }, 83],
    ['mj_imagine', 'default', {}, 50_000],
    ['suno_lyrics', 'default', {}, 5_000],
    ['gpt-4o', 'default', { prompt: 1000, completion: 100, parts: { cachedRead: 400 } }, 1_500],
    ['o1', 'default', { prompt: 100, completion: 50, parts: { reasoning: 30 } }, 2_250],
    ['deepseek-chat', 'default', { prompt: 1000, completion: 100, parts: { cachedRead: 400 } }, 149],
    [
      'claude-3-5-sonnet-20240620',
      'default',
      { prompt: 1300, completion: 50, parts: { cachedRead: 1000, cachedWrite: 200 } },
      1_050,
    ],
    ['claude-3-haiku-20240307', 'default', { prompt: 10, completion: 1, parts: { cachedRead: 7 } }, 1],
    [
      'claude-3-opus-20240229',
      'default',
      { prompt: 150, completion: 10, parts: { cachedRead: 100, cachedWrite1h: 40 } },
      900,
    ],
    [
      'gpt-4o-audio-preview',
      'default',
      { prompt: 40, completion: 25, parts: { audioInput: 30, audioOutput: 5 } },
      2_113,
    ],
  ])('%s for %s, %j costs %d', (model, group, usage, amount) => {
    const charged = cost(model, usage, { group });
    expect(charged.amount).toBe(amount);
    const { prompt = 0, completion = 0, parts = {} } = usage;
    expect(amountOf(charged.price, { prompt, completion, parts })).toEqual({ amount, exact: charged.price.exact });
  });

  it('says by tokens or by call what they can say, and by lines the rest', () => {
    expect(linesOf(cost('o1', { prompt: 9, completion: 9, parts: { reasoning: 5 } }).price)).toBe('tokens');
    expect(linesOf(cost('dall-e-3', { measured: { images: 1 } }).price)).toBe('call');
    expect(linesOf(cost('dall-e-3', { measured: { images: 2 }, size: '1792x1024', quality: 'hd' }).price)).toEqual([
      { what: 'images', quantity: 2, model_price: '0.04', size_ratio: '2', quality_ratio: '1.5' },
    ]);
    expect(linesOf(cost('whisper-1', seconds(61.2)).price)).toEqual([
      { what: 'seconds_as_tokens', quantity: 1033, model_ratio: '15' },
    ]);
    expect(
      cost('claude-3-opus-20240229', { prompt: 150, completion: 10, parts: { cachedRead: 100, cachedWrite1h: 40 } })
        .price,
    ).toEqual({
      method: 'parts',
      priceBookVersion: 7,
      quotaPerUnit: '500000',
      groupRatio: '1',
      lines: [
        { what: 'input', quantity: 10, model_ratio: '7.5' },
        { what: 'cached_read', quantity: 100, model_ratio: '7.5', cache_read_ratio: '0.1' },
        { what: 'cached_write', quantity: 40, model_ratio: '7.5', cache_write_ratio: '1.25' },
        { what: 'output', quantity: 10, model_ratio: '7.5', completion_ratio: '5' },
      ],
      rounding: 'half_up_minimum_1',
      exact: '900',
    });
  });
});

const catalogue: Catalogue = {
  digest: 'c1',
  models: {
    both: { prices: { input: '2', output: '8' } },
    'gpt-4o': { prices: { input: '99', output: '99' } },
    tiered: {
      prices: { input: '1', output: '2', cachedRead: '0.5' },
      tiers: [{ above: 100, prices: { input: '10', output: '20' } }],
      services: { priority: { prices: { input: '3', output: '6' } } },
    },
    searching: { prices: { input: '1', output: '1', search: '0.01' }, searchTools: { preview: '0.025' } },
    unsaid: { prices: {}, maxOutput: 8 },
  },
};
const listed = { builtIn: { rules: 2, catalogue: 'c1' } };
const thousand = { prompt: 1000, completion: 1000 };

describe('the price of a model', () => {
  it('is the first of rule, prices, ModelPrice, ModelRatio, catalogue and the ratio for all others', () => {
    const rule = { id: 'r1', users: [5], groups: [], models: ['both'], prices: { input: '0.2' } };
    const steps: Partial<PriceBook>[] = [
      { rules: [rule] },
      { prices: { both: { input: '4' } } },
      { modelPrice: { both: '1' } },
      { modelRatio: { both: '3' } },
      {},
    ];
    const amounts = steps.map((_, from) => {
      const book: Partial<PriceBook> = Object.assign({}, listed, ...steps.slice(from).reverse());
      return cost('both', { prompt: 1000 }, { book, catalogue, userId: 5 }).amount;
    });
    expect(amounts).toEqual([100, 2_000, 500_000, 3_000, 1_000]);
    expect(cost('neither', { prompt: 1000 }, { book: listed, catalogue })).toMatchObject({
      amount: 30_000,
      price: { unpriced: true },
    });
    expect(cost('gpt-4o', thousand, { book: listed, catalogue }).amount).toBe(6_250);
    expect(hasPrice(priced('neither', { book: listed, catalogue }))).toBe(false);
    expect(hasPrice(priced('both', { book: listed, catalogue }))).toBe(true);
  });

  it('is not nothing where a list of prices is empty: that says nothing of it', () => {
    const rules = [{ id: 'r1', users: [5], groups: [], models: [], prices: {} }];
    const book = { ...listed, prices: { unsaid: {}, 'gpt-4o': {} }, rules };
    const terms = { book, catalogue, userId: 5 };
    expect(hasPrice(priced('unsaid', terms))).toBe(false);
    expect(cost('unsaid', thousand, terms)).toMatchObject({ amount: 60_000, price: { unpriced: true } });
    expect(cost('gpt-4o', thousand, terms).amount).toBe(6_250);
  });

  it('has the ratio of the first rule that fits user, group and model, for that of the group', () => {
    const rules = [
      { id: 'a', users: [1], groups: ['vip'], models: [], ratio: '0.1' },
      { id: 'b', users: [1, 2], groups: [], models: ['gpt-4o'], ratio: '0.5' },
      { id: 'c', users: [], groups: ['dear'], models: [], ratio: '2' },
      { id: 'd', users: [2], groups: [], models: [], ratio: '9' },
    ];
    const by = (userId: number | undefined, group: string, model = 'gpt-4o') => {
      const { price } = cost(model, thousand, { book: { rules }, userId, group });
      return [price.method === 'parts' ? price.ruleId : undefined, price.groupRatio];
    };
    expect(by(1, 'vip')).toEqual(['a', '0.1']);
    expect(by(1, 'default')).toEqual(['b', '0.5']);
    expect(by(2, 'dear')).toEqual(['b', '0.5']);
    expect(by(2, 'dear', 'gpt-4')).toEqual(['c', '2']);
    expect(by(2, 'default', 'gpt-4')).toEqual(['d', '9']);
    expect(by(3, 'dear')).toEqual(['c', '2']);
    expect(by(3, 'default')).toEqual([undefined, '1']);
    expect(by(undefined, 'default')).toEqual([undefined, '1']);
  });

  it("multiplies a customer's own prices by the ratio of a service tier, and by nothing else of it", () => {
    const book = {
      rules: [{ id: 'own', users: [5], groups: [], models: ['gpt-4o'], prices: { input: '1' } }],
      tiers: { 'gpt-4o': [{ above: 10, prices: { input: '500' } }] },
      services: {
        'gpt-4o': {
          flex: { ratio: '0.5', prices: { input: '9' }, tiers: [{ above: 10, prices: { input: '50' } }] },
          priority: { prices: { input: '5' } },
        },
      },
    };
    const terms = (serviceTier: string) => ({ book, userId: 5, serviceTier });
    expect(cost('gpt-4o', { prompt: 1000 }, terms('flex'))).toMatchObject({
      amount: 250,
      price: { ruleId: 'own', serviceTier: 'flex', lines: [{ per_million: '1', service_ratio: '0.5' }] },
    });
    expect(cost('gpt-4o', { prompt: 1000 }, terms('priority')).amount).toBe(500);
    expect(isServicePriced(priced('gpt-4o', terms('priority')))).toBe(false);
  });

  it('has the prices of the last tier that the prompt exceeds, member by member, for the whole request', () => {
    const tiered = (prompt: number) =>
      linesOf(cost('tiered', { prompt, completion: 10, parts: { cachedRead: 50 } }, { book: listed, catalogue }).price);
    expect(tiered(100)).toMatchObject([{ per_million: '1' }, { per_million: '0.5' }, { per_million: '2' }]);
    expect(tiered(101)).toMatchObject([{ per_million: '10' }, { per_million: '0.5' }, { per_million: '20' }]);
  });

  it('has those of the service tier, and while it holds no tiers but its own', () => {
    const book = {
      ...listed,
      services: {
        'gpt-4o': {
          flex: { ratio: '0.5' },
          priority: { prices: { input: '5' }, tiers: [{ above: 10, prices: { input: '50' } }] },
        },
      },
      tiers: { 'gpt-4o': [{ above: 10, prices: { input: '500' } }] },
    };
    const terms = (serviceTier: string) => ({ book, catalogue, serviceTier });
    expect(cost('tiered', { prompt: 1000 }, terms('priority'))).toMatchObject({
      amount: 1_500,
      price: { serviceTier: 'priority', lines: [{ what: 'input', per_million: '3' }] },
    });
    expect(cost('tiered', { prompt: 1000 }, terms('no-such'))).toMatchObject({
      amount: 5_000,
      price: { tier: 100 },
    });
    expect(cost('gpt-4o', { prompt: 1000 }, terms('flex'))).toMatchObject({
      amount: 625,
      price: { lines: [{ what: 'input', quantity: 1000, model_ratio: '1.25', service_ratio: '0.5' }] },
    });
    expect(cost('gpt-4o', { prompt: 1000 }, terms('priority'))).toMatchObject({
      amount: 25_000,
      price: { tier: 10 },
    });
    expect(isServicePriced(priced('tiered', terms('priority')))).toBe(true);
    expect(isServicePriced(priced('tiered', terms('constructor')))).toBe(false);
  });

  it('of a search is that of the tool', () => {
    const search = { prompt: 1, measured: { searches: 2 } };
    expect(cost('searching', search, { book: listed, catalogue }).amount).toBe(10_001);
    expect(cost('searching', search, { book: listed, catalogue, searchTool: 'preview' }).amount).toBe(25_001);
    const own = { ...listed, searchTools: { searching: { preview: '0.03' }, mine: { preview: '0.04' } } };
    expect(cost('searching', search, { book: own, catalogue, searchTool: 'preview' }).amount).toBe(30_001);
    const priced = { ...own, prices: { mine: { input: '2', search: '0.01' } } };
    expect(cost('mine', search, { book: priced, catalogue, searchTool: 'preview' }).amount).toBe(40_001);
    expect(cost('mine', search, { book: priced, catalogue, searchTool: 'other' }).amount).toBe(10_001);
    const call = { ...own, modelPrice: { mine: '1' } };
    expect(cost('mine', search, { book: call, catalogue, searchTool: 'preview' }).amount).toBe(500_000);
  });

  it('of a picture is that of its size and quality, and of one that nobody named never nothing', () => {
    const book = {
      imagePrice: { painter: { '1024x1024|hd': '0.08', '1024x1024|': '0.02' } },
      prices: { other: { image: '0.01' } },
    };
    const picture = (model: string, size: string, quality?: string) =>
      cost(model, { measured: { images: 2 }, size, ...(quality === undefined ? {} : { quality }) }, { book }).amount;
    expect(picture('painter', '1024x1024', 'hd')).toBe(80_000);
    expect(picture('painter', '1024x1024')).toBe(20_000);
    expect(picture('painter', '9x9', 'low')).toBe(80_000);
    expect(picture('other', '9x9')).toBe(10_000);
  });
});

describe('quantities', () => {
  it('of parts that exceed their total are cut, the last first', () => {
    const book = {
      prices: { m: { input: '1', output: '1', cachedRead: '2', audioInput: '3', reasoning: '4', imageOutput: '5' } },
    };
    const usage = {
      prompt: 10,
      completion: 5,
      parts: { cachedRead: 8, audioInput: 1_000, reasoning: 3, imageOutput: 9 },
    };
    expect(linesOf(cost('m', usage, { book }).price)).toMatchObject([
      { what: 'cached_read', quantity: 8 },
      { what: 'audio_input', quantity: 2 },
      { what: 'reasoning', quantity: 3 },
      { what: 'image_output', quantity: 2 },
    ]);
  });

  it('of parts without a price stand in the line whose price they have', () => {
    const book = { prices: { m: { input: '1', output: '1', cachedRead: '2', cachedWrite: '3' } } };
    const parts = { cachedRead: 1, cachedAudio: 2, cachedWrite: 4, cachedWrite1h: 8, videoInput: 16, reasoning: 32 };
    expect(linesOf(cost('m', { prompt: 100, completion: 40, parts }, { book }).price)).toMatchObject([
      { what: 'input', quantity: 85 },
      { what: 'cached_read', quantity: 3 },
      { what: 'cached_write', quantity: 12 },
      { what: 'output', quantity: 40 },
    ]);
  });

  it('in tokens go before the same in pieces', () => {
    const prices = { input: '1', output: '1', imageOutput: '1', image: '1', second: '1', character: '1', query: '1' };
    const whats = (usage: Partial<PartedUsage>) => cost('m', usage, { book: { prices: { m: prices } } }).price;
    const measured = { images: 1, milliseconds: 1, characters: 1, queries: 1 };
    expect(linesOf(whats({ measured }))).toMatchObject([
      { what: 'images' },
      { what: 'seconds' },
      { what: 'characters' },
      { what: 'queries' },
    ]);
    const parts = { audioInput: 1, imageOutput: 1 };
    expect(linesOf(whats({ prompt: 2, completion: 1, parts, measured }))).toMatchObject([
      { what: 'input' },
      { what: 'image_output' },
      { what: 'queries' },
    ]);
    expect(linesOf(cost('whisper-1', { prompt: 5, measured }).price)).toBe('tokens');
  });

  it('that were waived have no lines', () => {
    const { price } = cost('tiered', { prompt: 10 }, { book: listed, catalogue });
    expect(waivedPrice(price)).toEqual({ ...price, lines: [], exact: '0' });
  });

  it('beyond what any account can pay are cut to the largest charge', () => {
    const book = { prices: { m: { input: '1000000' } } };
    const { amount, price } = cost('m', { prompt: 2 ** 40 }, { book });
    expect(amount).toBe(CHARGE_MAX);
    expect(amountOf(price, { prompt: 0, completion: 0 }).amount).toBe(CHARGE_MAX);
  });
});

describe('any charge', () => {
  const decimalText = fc
    .tuple(fc.nat(300), fc.nat(999_999), fc.nat(6))
    .map(([whole, fraction, digits]) =>
      digits === 0 ? String(whole) : `${whole}.${String(fraction).padStart(6, '0').slice(0, digits)}`,
    );
  const NAMES = [
    'input',
    'output',
    ...INPUT_PARTS,
    ...OUTPUT_PARTS,
    'character',
    'call',
    'image',
    'pictureInput',
    'second',
    'secondOutput',
    'page',
    'query',
    'search',
    'fileSearch',
    'codeSession',
  ];
  const prices = fc.dictionary(fc.constantFrom(...NAMES), decimalText, { maxKeys: 8 });
  const tiers = fc.array(fc.record({ above: fc.nat(2_000), prices }), { maxLength: 3 });
  const MODELS = ['m', 'gpt-4o', 'gpt-4o-audio-preview', 'dall-e-3', 'claude-3-opus-20240229', 'whisper-1', 'none'];
  const ofModels = <T>(value: fc.Arbitrary<T>) => fc.dictionary(fc.constantFrom(...MODELS), value, { maxKeys: 3 });
  const ratios = ofModels(decimalText);
  const rule = fc.record({
    id: fc.constantFrom('a', 'b'),
    users: fc.subarray([1, 2]),
    groups: fc.constant([]),
    models: fc.subarray(MODELS),
    ratio: decimalText,
  });
  const book = fc.record({
    builtIn: fc.constant({ rules: 2, catalogue: '' }),
    quotaPerUnit: decimalText,
    cacheReadRatio: ratios,
    cacheWriteRatio: ratios,
    cacheWrite1hRatio: ratios,
    audioRatio: ratios,
    audioCompletionRatio: ratios,
    imageRatio: ratios,
    modelPrice: ratios,
    prices: ofModels(prices),
    imagePrice: ofModels(fc.dictionary(fc.constantFrom('1|2', '|', '256x256|hd'), decimalText)),
    tiers: ofModels(tiers),
    services: ofModels(
      fc.dictionary(fc.constantFrom('flex'), fc.oneof(fc.record({ ratio: decimalText }), fc.record({ prices, tiers }))),
    ),
    searchTools: ofModels(fc.dictionary(fc.constantFrom('preview'), decimalText)),
    rules: fc.array(rule, { maxLength: 2 }),
  });
  const count = fc.oneof(fc.nat(3), fc.nat(5_000), fc.nat(2 ** 32));
  const counts = (names: readonly string[]) => fc.dictionary(fc.constantFrom(...names), count, { maxKeys: 6 });
  const usage = fc.record({
    prompt: count,
    completion: count,
    parts: counts([...INPUT_PARTS, ...OUTPUT_PARTS]),
    measured: counts([
      'images',
      'milliseconds',
      'characters',
      'pages',
      'queries',
      'searches',
      'fileSearches',
      'codeSessions',
    ]),
    size: fc.constantFrom('256x256', '1'),
    quality: fc.constantFrom('hd', '2'),
  });

  it('is computed again from its explanation alone, whatever the book and the usage', () => {
    const methods = new Set<string>();
    fc.assert(
      fc.property(
        book,
        fc.constantFrom(...MODELS),
        fc.constantFrom(undefined, 'flex'),
        usage,
        (own, model, serviceTier, used) => {
          const { amount, price } = reckon({
            book: { ...firstSchema, ...own },
            model,
            group: 'night',
            userId: 1,
            serviceTier,
            usage: used,
          });
          methods.add(price.method);
          const { prompt, completion, parts } = used;
          const [soundIn, soundOut] = [
            soundOf(parts, INPUT_PARTS, 'audioInput', prompt),
            soundOf(parts, OUTPUT_PARTS, 'audioOutput', completion),
          ];
          const plain = { prompt, completion, parts: { audioInput: soundIn, audioOutput: soundOut } };
          const stored = JSON.parse(JSON.stringify(price)) as Explanation;
          expect(amountOf(stored, plain)).toEqual({ amount, exact: price.exact });
          if (price.method !== 'parts') return;
          for (const { quantity } of price.lines) expect(Number.isSafeInteger(quantity) && quantity > 0).toBe(true);
          expect(exactOf(stored)).toEqual(fraction(price.exact));
        },
      ),
      { numRuns: 1_000, seed: 20_261_123 },
    );
    expect([...methods].sort()).toEqual(['call', 'parts', 'tokens']);
  });

  const soundOf = (
    parts: Readonly<Record<string, number>>,
    names: readonly string[],
    name: string,
    total: number,
  ): number => {
    const before = names.slice(0, names.indexOf(name)).reduce((sum, part) => sum + (parts[part] ?? 0), 0);
    return Math.max(0, Math.min(parts[name] ?? 0, total - before));
  };

  /** Another arithmetic: fractions in lowest terms. */
  type Fraction = { readonly over: bigint; readonly under: bigint };
  const lowest = (over: bigint, under: bigint): Fraction => {
    let [a, b] = [over, under];
    while (b !== 0n) [a, b] = [b, a % b];
    return { over: over / a, under: under / a };
  };
  const fraction = (text: string): Fraction => {
    const [whole = '', rest = ''] = text.split('.');
    return lowest(BigInt(whole + rest), 10n ** BigInt(rest.length));
  };
  const product = (one: Fraction, other: Fraction): Fraction => lowest(one.over * other.over, one.under * other.under);
  function exactOf(explanation: Explanation): Fraction {
    if (explanation.method !== 'parts') throw new Error('no lines');
    let sum: Fraction = { over: 0n, under: 1n };
    for (const { what: _what, quantity, ...factors } of explanation.lines) {
      let subtotal: Fraction = { over: BigInt(quantity), under: 1n };
      for (const [name, text] of Object.entries(factors)) {
        subtotal = product(subtotal, fraction(text));
        if (['price', 'model_price', 'per_million'].includes(name))
          subtotal = product(subtotal, fraction(explanation.quotaPerUnit));
        if (name === 'per_million') subtotal = product(subtotal, { over: 1n, under: 1_000_000n });
      }
      sum = lowest(sum.over * subtotal.under + subtotal.over * sum.under, sum.under * subtotal.under);
    }
    return product(sum, fraction(explanation.groupRatio));
  }
});
