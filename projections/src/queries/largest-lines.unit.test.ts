import { expect, it } from '@jest/globals';
import { largestLines } from './largest-lines.ts';

const line = (model: string, amount: number) => ({
  model,
  token_id: null,
  requests: 1,
  amount,
  prompt: 2,
  completion: 3,
});
const LINES = [line('a', -5), line('b', -9), line('c', -7)];
const models = (linesMax: number) => largestLines(LINES, LINES, linesMax).map(({ model, amount }) => [model, amount]);

it('are all, the largest first, where there are no more than may be', () => {
  const all = [
    ['b', -9],
    ['c', -7],
    ['a', -5],
  ];
  expect(models(4)).toEqual(all);
  expect(models(3)).toEqual(all);
});

it('end with one of all others where there are more', () => {
  expect(models(2)).toEqual([
    ['b', -9],
    ['c', -7],
    [null, -5],
  ]);
  expect(largestLines(LINES, LINES, 1).at(-1)).toEqual({
    model: null,
    token_id: null,
    requests: 2,
    amount: -12,
    prompt: 4,
    completion: 6,
  });
});
