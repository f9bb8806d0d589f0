import { describe, expect, it } from '@jest/globals';
import { groupDecimal } from './decimal-text.ts';

describe('groupDecimal', () => {
  it.each([
    ['3225', '3,225'],
    ['1.2500', '1.25'],
    ['-0.5', '−0.5'],
    ['1234567.891', '1,234,567.891'],
    ['0', '0'],
    ['1.3333333333333333', '1.333333333333…'],
  ])('%s is %s', (text, shown) => {
    expect(groupDecimal(text)).toBe(shown);
  });
  it('leaves alone what is no decimal', () => expect(groupDecimal('NaN')).toBe('NaN'));
});
