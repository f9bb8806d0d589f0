import { describe, expect, it } from '@jest/globals';
import { type EventData, lift, lower, type SchemaStep } from './schema-step.ts';

/** From one unit to many and, in the third number, to a time. The second number cannot say a time; the first not more than one unit. */
const STEPS: readonly SchemaStep[] = [
  {
    lift: (data) => ({ ...data, units: 1 }),
    lower: ({ units, ...rest }) => (units === 1 ? rest : undefined),
  },
  {
    lift: (data) => ({ ...data, endsAtMs: null }),
    lower: ({ endsAtMs, ...rest }) => (endsAtMs === null ? rest : undefined),
  },
];
const FIRST: EventData = { codeId: 1 };
const HIGHEST: EventData = { codeId: 1, units: 1, endsAtMs: null };

describe('data of an earlier schema number', () => {
  it('are lifted step by step to the highest', () => {
    expect(lift(STEPS, 1, FIRST)).toEqual(HIGHEST);
    expect(lift(STEPS, 2, { codeId: 1, units: 3 })).toEqual({ codeId: 1, units: 3, endsAtMs: null });
    expect(lift(STEPS, 3, HIGHEST)).toBe(HIGHEST);
  });

  it('are what the highest is lowered to, where they can say it', () => {
    expect(lower(STEPS, 3, 1, HIGHEST)).toEqual(FIRST);
    expect(lower(STEPS, 3, 2, { ...HIGHEST, units: 3 })).toEqual({ codeId: 1, units: 3 });
    expect(lower(STEPS, 3, 3, HIGHEST)).toBe(HIGHEST);
  });

  it('are not made where they cannot say it: the first number that cannot ends it', () => {
    expect(lower(STEPS, 3, 1, { ...HIGHEST, units: 3 })).toBeUndefined();
    expect(lower(STEPS, 3, 1, { ...HIGHEST, endsAtMs: 5 })).toBeUndefined();
    expect(lower(STEPS, 3, 2, { ...HIGHEST, endsAtMs: 5 })).toBeUndefined();
  });
});
