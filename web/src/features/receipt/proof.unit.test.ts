import { describe, expect, it } from '@jest/globals';
import type { Proved } from '../../shared/receipt/receipt-api.ts';
import { changesOf } from './change-of.ts';
import { proofState } from './proof-state.ts';
import { checkCommand, receiptFile } from './check-command.ts';

const proved = (type: string, data: object, sealed = true): Proved => ({
  leaf: JSON.stringify({ type, recordedAt: '2026-11-28T09:00:00.001Z', data }),
  index: 7,
  sealed,
  proof: null,
});

describe('what followed a charge', () => {
  it('goes on from what stood before it', () => {
    const later = [
      proved('SuspenseSettled', { before: 100, after: 80 }),
      proved('ConsumptionRerated', { before: 80, after: 90 }),
      proved('ConsumptionRefunded', { amount: 90 }, false),
    ];
    expect(changesOf(100, later).map(({ type, before, after, isSealed }) => [type, before, after, isSealed])).toEqual([
      ['SuspenseSettled', 100, 80, true],
      ['ConsumptionRerated', 80, 90, true],
      ['ConsumptionRefunded', 90, 0, false],
    ]);
  });
});

describe('the proof', () => {
  const seal = (...later: readonly boolean[]) => later.map((sealed) => proved('ConsumptionRefunded', {}, sealed));
  it.each([
    ['sealed', { sealed: true, later: seal() }],
    ['sealed', { sealed: true, later: seal(true, true) }],
    ['waits', { sealed: false, later: seal() }],
    ['waits', { sealed: true, later: seal(true, false) }],
    ['waits', { sealed: true, later: seal(false), later_left_off: 1 }],
    ['cut', { sealed: true, later: seal(true), later_left_off: 1 }],
  ])('is %s by all that the receipt has: %j', (state, answer) => {
    expect(proofState(answer)).toBe(state);
  });
});

describe('the command', () => {
  it('names files that any system can save, and the whole key', () => {
    expect(checkCommand('req-7', 'ledgate/a+0011aabb+AQ==')).toBe(
      "node check-receipt.mjs receipt-req-7.json 'ledgate/a+0011aabb+AQ=='",
    );
    expect(receiptFile('a/b c?d"\'$(x)')).toBe('receipt-a-b-c-d-x-.json');
  });

  it('ends no quotes of the shell', () => {
    expect(checkCommand('r', "a'; rm b+0011aabb+AQ==")).toBe(
      "node check-receipt.mjs receipt-r.json 'a; rm b+0011aabb+AQ=='",
    );
  });
});
