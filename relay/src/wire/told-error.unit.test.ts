import { describe, expect, it } from '@jest/globals';
import { toldError } from './told-error.ts';

describe('an error that is told', () => {
  it.each([
    ['gone', { message: 'gone' }],
    [true, {}],
    [{ message: 'gone' }, { message: 'gone' }],
    [
      { message: '', code: 503 },
      { message: '', code: 503 },
    ],
  ])('%j is one', (error, told) => {
    expect(toldError(error)).toEqual(told);
  });

  it.each([[undefined], [null], [false], [''], [0], [{}], [{ message: '', type: '', code: null }], [[]]])(
    '%j is none',
    (error) => {
      expect(toldError(error)).toBeUndefined();
    },
  );
});
