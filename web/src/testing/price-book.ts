import type {
  DifferenceAnswer,
  PriceBookAnswer,
  priceBookRoutes,
  PricedModelAnswer,
} from '@ledgate/api/contract/pricebook';
import type { DataOf } from '@ledgate/api/contract/route';
import { nowS } from './fixtures.ts';

// The price book of the fake api: each way in which a model may be priced, and each kind of difference.

const HOUR_S = 3_600;
const DAY_S = 86_400;
const DIGEST = '3f'.repeat(32);

const priced = (
  model: string,
  source: PricedModelAnswer['source'],
  prices: PricedModelAnswer['terms']['prices'],
  part: Partial<PricedModelAnswer> = {},
): PricedModelAnswer => ({ model, source, terms: { prices }, catalogue: null, entries: [], ...part });

export const pricedModels = (): PricedModelAnswer[] => [
  priced(
    'claude-sonnet-4-5-20250929',
    'catalogue',
    { input: '3', output: '15' },
    {
      terms: {
        prices: {
          input: '3',
          output: '15',
          cachedRead: '0.3',
          cachedWrite: '3.75',
          cachedWrite1h: '6',
          search: '0.01',
        },
        tiers: [{ above: 200_000, prices: { input: '6', output: '22.5' } }],
        services: { priority: { ratio: '2' } },
      },
      catalogue: { prices: { input: '3', output: '15' } },
    },
  ),
  priced('dall-e-3', 'call', { call: '0.04' }, { entries: ['modelPrice'] }),
  priced(
    'gpt-4o',
    'ratio',
    { input: '2.5', output: '10', cachedRead: '1.25' },
    {
      entries: ['modelRatio'],
      catalogue: { prices: { input: '2.5', output: '10', cachedRead: '1.25' } },
    },
  ),
  priced(
    'gpt-4o-audio-preview-2024-12-17-with-a-long-name',
    'ratio',
    {
      input: '2.5',
      output: '10',
      audioInput: '40',
      audioOutput: '80',
    },
    { entries: ['modelRatio'] },
  ),
  priced('house-model', 'prices', { input: '0.0375', output: '1234.5' }, { entries: ['prices'] }),
  priced('imagen-4.0-generate-001', 'catalogue', { image: '0.04' }, { catalogue: { prices: { image: '0.04' } } }),
  priced('tts-1-hd', 'catalogue', { character: '30' }, { catalogue: { prices: { character: '30' } } }),
];

const difference = (
  model: string,
  kind: DifferenceAnswer['kind'],
  ours: DifferenceAnswer['ours'],
  theirs: DifferenceAnswer['theirs'],
): DifferenceAnswer => ({ model, kind, ours, theirs, change: { modelRatio: { [model]: null } }, refused: false });

export const differences = (): DifferenceAnswer[] => [
  difference(
    'claude-opus-4-5',
    'cheaper',
    { prices: { input: '15', output: '75' } },
    {
      prices: { input: '5', output: '25' },
    },
  ),
  difference('gpt-4o', 'dearer', { prices: { input: '2', output: '10' } }, { prices: { input: '2.5', output: '10' } }),
  difference(
    'gpt-4o-mini',
    'other',
    { prices: { input: '0.15', output: '0.6' } },
    {
      prices: { input: '0.15', output: '0.6', cachedRead: '0.075' },
      tiers: [{ above: 128_000, prices: { input: '0.3' } }],
    },
  ),
  difference('gpt-5-mini', 'new', null, { prices: { input: '0.25', output: '2', cachedRead: '0.025' } }),
  difference('imagen-4.0-generate-001', 'cheaper', { prices: { image: '0.06' } }, { prices: { image: '0.04' } }),
  difference('text-davinci-003', 'gone', { prices: { input: '20', output: '20' } }, null),
];

export const versions = (): PriceBookAnswer[] => [
  {
    version: 4,
    actor_id: 2,
    actor_name: 'ada',
    reason: 'prices of the new year, as agreed with the customers in the autumn',
    published_at: nowS() - 2 * HOUR_S,
    starts_at: nowS() + 30 * DAY_S,
    in_force: false,
    replaced: false,
  },
  {
    version: 3,
    actor_id: 2,
    actor_name: 'ada',
    reason: 'as the provider',
    published_at: nowS() - 2 * HOUR_S,
    starts_at: 0,
    in_force: true,
    replaced: false,
  },
  {
    version: 2,
    actor_id: 2,
    actor_name: 'ada',
    reason: '',
    published_at: nowS() - 3 * DAY_S,
    starts_at: 0,
    in_force: false,
    replaced: true,
  },
  {
    version: 1,
    actor_id: 0,
    actor_name: '',
    reason: '',
    published_at: nowS() - 90 * DAY_S,
    starts_at: 0,
    in_force: false,
    replaced: true,
  },
];

const CHANGED: Readonly<Record<number, DataOf<typeof priceBookRoutes.get>['changed']>> = {
  2: [{ what: 'modelPrice.dall-e-3', before: null, after: '0.04' }],
  3: [
    { what: 'modelRatio.gpt-4o', before: '1', after: '1.25' },
    {
      what: 'prices.house-model',
      before: { input: '0.05', output: '1234.5' },
      after: { input: '0.0375', output: '1234.5' },
    },
    { what: 'groupRatio.vip', before: '0.9', after: '0.85' },
    {
      what: 'rules',
      before: null,
      after: [{ id: 'analytics', users: [7, 9], groups: [], models: ['gpt-4o'], ratio: '0.5' }],
    },
  ],
  4: [{ what: 'tiers.gpt-4o', before: null, after: [{ above: 128_000, prices: { input: '5' } }] }],
};

export const wholeVersion = (answer: PriceBookAnswer): DataOf<typeof priceBookRoutes.get> => ({
  ...answer,
  book: {
    version: answer.version,
    modelRatio: { 'gpt-4o': '1.25' },
    modelPrice: { 'dall-e-3': '0.04' },
    completionRatio: {},
    groupRatio: { default: '1' },
    quotaPerUnit: '500000',
  },
  changed: CHANGED[answer.version] ?? [],
});

export const catalogue = { digest: DIGEST, change: { builtIn: { rules: 2, catalogue: DIGEST } } };

/** The first of what a change changes by more than half, and that there is more. */
export const bigChanges = (): DataOf<typeof priceBookRoutes.bigChanges> => ({
  items: [
    { what: 'quotaPerUnit', before: '500000', after: '1000000' },
    { what: 'groupRatio', name: 'vip', before: '1', after: '0.4' },
    { what: 'input', name: 'claude-sonnet-4-5-20250929', above: 200_000, before: '6', after: '12' },
    { what: 'input', name: 'gpt-4o', before: '2.5', after: '12.5' },
    { what: 'output', name: 'gpt-4o', of: 'priority', before: '20', after: '100' },
    { what: 'audioInput', name: 'gpt-4o-audio-preview-2024-12-17-with-a-long-name', before: '40', after: null },
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((end) => ({
      what: 'call' as const,
      name: `model-${end}`,
      before: '0.04',
      after: '0.08',
    })),
  ],
  total: 1_212,
});

/** As gpt-4o would cost in a group of ratio 1, whatever is asked. */
export const quote = (): DataOf<typeof priceBookRoutes.quote> => ({
  amount: 5_000,
  price: {
    method: 'parts',
    priceBookVersion: 3,
    quotaPerUnit: '500000',
    groupRatio: '1',
    lines: [
      { what: 'input', quantity: 600, model_ratio: '1.25' },
      { what: 'cached_read', quantity: 400, model_ratio: '1.25', cache_read_ratio: '0.5' },
      { what: 'output', quantity: 800, model_ratio: '1.25', completion_ratio: '4' },
    ],
    rounding: 'half_up_minimum_1',
    exact: '5000',
  },
});
