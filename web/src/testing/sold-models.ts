import type { PricingEntry } from '@ledgate/api/contract/pricing';

// What the fake api sells: a model by its tokens, one with parts and a tier, one by the call, and one of a single group.

const entry = (model_name: string, part: Partial<PricingEntry> = {}): PricingEntry => ({
  model_name,
  quota_type: 0,
  model_ratio: 1.25,
  model_price: 0,
  owner_by: '',
  completion_ratio: 4,
  enable_groups: ['default', 'vip'],
  prices: { input: 2.5, output: 10 },
  tiers: [],
  ...part,
});

export const soldModels = (): readonly PricingEntry[] => [
  entry('gpt-4o'),
  entry('claude-3-5-sonnet-20241022', {
    model_ratio: 1.5,
    completion_ratio: 5,
    prices: { input: 3, output: 15, cachedRead: 0.3, cachedWrite: 3.75 },
    tiers: [{ above: 200_000, prices: { input: 6, output: 22.5 } }],
  }),
  entry('dall-e-3', { quota_type: 1, model_ratio: 0, completion_ratio: 0, model_price: 0.04 }),
  entry('o3-mini', { enable_groups: ['vip'] }),
];
