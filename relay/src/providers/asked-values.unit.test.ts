import { expect, it } from '@jest/globals';
import { stopsOf, within } from './asked-values.ts';

it('numbers are brought within their bounds, and texts that end an answer are no empty ones', () => {
  expect([within(0, 0.1, 1), within(5, 0, 1), within(0.5, 0, 1), within('1', 0, 1), within(null, 0, 1)]).toEqual([
    0.1,
    1,
    0.5,
    undefined,
    undefined,
  ]);
  expect([stopsOf('a'), stopsOf(['', 'b', 7]), stopsOf([]), stopsOf(undefined)]).toEqual([
    ['a'],
    ['b'],
    undefined,
    undefined,
  ]);
});
