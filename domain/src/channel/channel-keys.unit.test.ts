import { describe, expect, it } from '@jest/globals';
import { keysOf } from './channel-keys.ts';

describe('keysOf', () => {
  it('makes one of each line, and never splits a service account', () => {
    expect(keysOf(1, 'one\n\n two \n')).toEqual(['one', 'two']);
    expect(keysOf(41, '{\n"a": 1\n}')).toEqual(['{\n"a": 1\n}']);
    expect(keysOf(1, ' \n')).toEqual([]);
  });
});
