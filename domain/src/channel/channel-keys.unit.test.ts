import { describe, expect, it } from '@jest/globals';
import { keyFault, keysOf } from './channel-keys.ts';

describe('keysOf', () => {
  it('makes one of each line, and never splits a service account', () => {
    expect(keysOf(1, 'one\n\n two \n')).toEqual(['one', 'two']);
    expect(keysOf(41, '{\n"a": 1\n}')).toEqual(['{\n"a": 1\n}']);
    expect(keysOf(1, ' \n')).toEqual([]);
  });
});

describe('the keys of a channel', () => {
  it('have all the parts that their type says, which the last may hold the separator of', () => {
    const form = 'AccessKey|SecretKey|Region';
    expect(keyFault(33, 'a|b|c')).toBeUndefined();
    expect(keyFault(33, ' a | b | c \r\n\nd|e|f|g')).toBeUndefined();
    expect(keyFault(33, 'a|b')).toEqual({ rule: 'key_parts', form, line: 1 });
    expect(keyFault(33, 'a|b|c\n\na||c')).toEqual({ rule: 'key_parts', form, line: 2 });
    expect(keyFault(16, 'id')).toMatchObject({ form: 'id.secret' });
    expect(keyFault(33, '')).toBeUndefined();
  });

  it('are JSON where their type says so, and anything in other types', () => {
    expect(keyFault(41, '{\n"a": 1\n}')).toBeUndefined();
    expect(keyFault(41, '[1]')).toEqual({ rule: 'key_json' });
    expect(keyFault(41, 'sk-1')).toEqual({ rule: 'key_json' });
    expect(keyFault(1, 'a|b')).toBeUndefined();
  });
});
