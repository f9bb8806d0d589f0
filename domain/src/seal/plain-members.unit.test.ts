import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from '../shared/canonical-json.ts';
import { objectOf, plainMembers } from './plain-members.ts';

const objectFrom = (text: string): string | undefined => {
  const members = plainMembers(text);
  return members && objectOf(members);
};

describe('members of a plain text', () => {
  it('are in the order of canonical JSON, however deep they stand', () => {
    const text = '{"b":[{"z":1,"a":-20}],"a":{"y":null,"x":[true,false,"q",[],{}]},"B":0,"10":1,"9":2}';
    expect(objectFrom(text)).toBe(canonicalJson(JSON.parse(text)));
    expect(plainMembers('{}')).toEqual([]);
  });

  it('are those of canonical JSON, or none, for whatever is written without blanks', () => {
    let plain = 0;
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        const found = objectFrom(text);
        if (found === undefined) return;
        plain += 1;
        expect(found).toBe(canonicalJson(JSON.parse(text)));
      }),
    );
    expect(plain).toBeGreaterThan(10);
  });

  it.each([
    'x',
    '',
    '[]',
    '1',
    '{',
    '{"a"}',
    '{"a":}',
    '{"a":1',
    '{"a":1}}',
    '{"a":1,}',
    '{"a":[1,]}',
    '{"a":[1}',
    '{"a": 1}',
    '{"a":01}',
    '{"a":-0}',
    '{"a":-}',
    '{"a":1.0}',
    '{"a":1e3}',
    '{"a":1234567890123456}',
    '{"a":"\\u0041"}',
    '{"a":"\u00e4"}',
    '{"a":"b',
    '{"a":tru}',
    '{"a":1,"a":2}',
    '{"a":{"b":1,"b":2}}',
  ])('are none of %j: it is to be parsed', (text) => {
    expect(plainMembers(text)).toBeUndefined();
  });
});
