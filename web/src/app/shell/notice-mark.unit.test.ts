import { describe, expect, it } from '@jest/globals';
import { noticeMark } from './notice-mark.ts';

describe('noticeMark', () => {
  it('is the same for the same text, blanks around it aside, and another for another', () => {
    expect(noticeMark(' Away on Sunday\n')).toBe(noticeMark('Away on Sunday'));
    expect(noticeMark('Away on Sunday')).not.toBe(noticeMark('Away on Monday'));
    expect(noticeMark('Sunday: away')).not.toBe(noticeMark('away: Sunday'));
  });

  it('is nothing where nothing is said', () => expect([noticeMark(''), noticeMark(' \n')]).toEqual(['', '']));

  it('is short, however long the text is', () =>
    expect(noticeMark('word '.repeat(100_000)).length).toBeLessThanOrEqual(16));
});
