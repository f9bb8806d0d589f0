import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from './canonical-json.ts';

describe('canonical JSON', () => {
  it('prints the example of RFC 8785, section 3.2.2', () => {
    const value: unknown = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`);
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('sorts names by UTF-16 code units, as RFC 8785, section 3.2.3, has it', () => {
    const value: unknown = JSON.parse(
      String.raw`{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}`,
    );
    expect(Object.values(JSON.parse(canonicalJson(value)) as object)).toEqual([4, 2, 6, 7, 1, 5, 3]);
  });

  it('does not depend on the order in which members were written, and changes no value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const parsed: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(canonicalJson(parsed))).toEqual(parsed);
        expect(canonicalJson(turnedRound(parsed))).toBe(canonicalJson(parsed));
      }),
    );
  });

  it.each([undefined, Number.NaN, Number.POSITIVE_INFINITY, () => 1])('refuses %s', (value) => {
    expect(() => canonicalJson({ value })).toThrow(TypeError);
  });
});

function turnedRound(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turnedRound);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, turnedRound(member)]),
  );
}
