import { describe, expect, it } from '@jest/globals';
import type { Explanation } from '@ledgate/domain/tariff/explanation';
import type { ChargeExplanation } from '@ledgate/projections/queries/charges';
import { receipt } from './present.ts';

const BY_LINES = {
  method: 'parts',
  priceBookVersion: 3,
  quotaPerUnit: '500000',
  groupRatio: '0.5',
  lines: [{ what: 'input', quantity: 1_000, per_million: '2' }],
  rounding: 'half_up_minimum_1',
  exact: '500',
} as const satisfies Explanation;

const BY_TOKENS = {
  method: 'tokens',
  priceBookVersion: 3,
  modelRatio: '1',
  completionRatio: '1',
  groupRatio: '0.5',
  rounding: 'half_up_minimum_1',
  exact: '500',
} as const satisfies Explanation;

/** What a receipt says of whose prices held. */
function termsOf(price: Explanation) {
  const charge = { usage: { source: 'provider', prompt: 1_000, completion: 0 }, price, amount: 500, attempts: [] };
  const explained = { charge, corrections: [], postings: [], channelNames: new Map() };
  const { rule_id, tier, service_tier } = receipt(explained as unknown as ChargeExplanation, false);
  return { rule_id, tier, service_tier };
}

describe('a receipt', () => {
  it("names the customer's rule, the tier and the service tier that held", () => {
    expect(termsOf({ ...BY_LINES, ruleId: 'acme', tier: 200_000, serviceTier: 'priority' })).toEqual({
      rule_id: 'acme',
      tier: 200_000,
      service_tier: 'priority',
    });
  });

  it.each([BY_LINES, BY_TOKENS])('names none where the prices are those of the model alone ($method)', (price) => {
    expect(termsOf(price)).toEqual({ rule_id: null, tier: null, service_tier: null });
  });
});
