import { describe, expect, it } from '@jest/globals';
import { booleans, jsons, numbers, texts } from './columns.ts';

describe('columns as array literals', () => {
  it('writes numbers and nulls', () => {
    expect(numbers([1, -2, null, Number.MAX_SAFE_INTEGER])).toBe('{1,-2,NULL,9007199254740991}');
    expect(numbers([])).toBe('{}');
  });

  it('writes booleans', () => {
    expect(booleans([true, false])).toBe('{t,f}');
  });

  it('quotes every text, and keeps quotes, backslashes, braces, commas and the word NULL', () => {
    expect(texts(['', 'a,b', '{}', 'NULL'])).toBe('{"","a,b","{}","NULL"}');
    expect(texts(['say "hi"', String.raw`C:\n`])).toBe(String.raw`{"say \"hi\"","C:\\n"}`);
  });

  it('joins JSON texts by a sign that no JSON text holds', () => {
    const values = ['{"a":"\x1F\\u001f, \\"quoted\\""}', '{}'].map((text) => JSON.stringify({ text }));
    expect(jsons(values).split('\x1F')).toEqual(values);
  });

  it('shows a NUL, which Postgres cannot keep, as the replacement sign', () => {
    expect(texts(['a\0b\0'])).toBe('{"a\uFFFDb\uFFFD"}');
  });

  it('shows half a character, which UTF-8 has no bytes for, as the replacement sign, and whole ones as they are', () => {
    expect(texts(['a\uD800b', '\uDC00', '😀'])).toBe('{"a\uFFFDb","\uFFFD","😀"}');
  });
});
