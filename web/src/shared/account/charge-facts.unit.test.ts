import { expect, it } from '@jest/globals';
import { chargeFactsOf } from './charge-facts.ts';

const facts = { model: 'gpt-4o', prompt: 1200, completion: 345, interrupted: false, method: 'tokens' };

it.each(['ConsumptionRecorded', 'LateConsumptionRecorded'])('%s is told by its model and tokens', (type) =>
  expect(chargeFactsOf({ type, facts })).toEqual({
    model: 'gpt-4o',
    prompt: 1200,
    completion: 345,
    interrupted: false,
  }),
);

it('says that it was charged by policy', () =>
  expect(chargeFactsOf({ type: 'ConsumptionRecorded', facts: { ...facts, interrupted: true } })?.interrupted).toBe(
    true,
  ));

it.each(['ConsumptionCorrected', 'SuspenseSettled', 'ConsumptionRefunded'])('%s is told by its sentence', (type) =>
  expect(chargeFactsOf({ type, facts })).toBeUndefined(),
);

it('is none without its facts', () =>
  expect(chargeFactsOf({ type: 'ConsumptionRecorded', facts: { model: 'gpt-4o' } })).toBeUndefined());
