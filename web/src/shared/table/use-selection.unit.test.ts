import { describe, expect, it } from '@jest/globals';
import { CHOSEN_MAX, withChosen } from './use-selection.ts';

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => [String(from + index), from + index] as const);

describe('withChosen', () => {
  it('keeps the rows of other pages, in the order of choosing', () => {
    const first = withChosen(new Map(), rows(20, 2), true);
    const both = withChosen(first, rows(1, 2), true);
    expect([...both.values()]).toEqual([20, 21, 1, 2]);
    expect([...withChosen(both, rows(21, 1), false).keys()]).toEqual(['20', '1', '2']);
  });

  it('takes no more than can be chosen', () => {
    const full = withChosen(new Map(), rows(0, CHOSEN_MAX + 5), true);
    expect(full.size).toBe(CHOSEN_MAX);
    expect(withChosen(full, rows(CHOSEN_MAX, 1), true).size).toBe(CHOSEN_MAX);
    const left = withChosen(full, rows(0, 1), false);
    expect(withChosen(left, rows(CHOSEN_MAX, 3), true).size).toBe(CHOSEN_MAX);
  });
});
