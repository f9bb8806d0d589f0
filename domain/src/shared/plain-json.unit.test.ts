import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isJson } from './is-json.ts';
import { isPlainJson } from './plain-json.ts';

/** Pieces that texts are put together from which are nearly JSON. */
const piece = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '"',
  '"a"',
  '"b":',
  '"":1',
  '1',
  '0',
  '-',
  '.5',
  '12.50',
  '01',
  '1e5',
  'true',
  'null',
  'fals',
  '\\',
  '\\n',
  '\n',
  ' ',
  '\u0001',
  'é',
  '\u2028',
  '',
);

describe('plain JSON', () => {
  it.each([
    '{}',
    '{"a":1}',
    '{"a":-0.5,"b":"","c":true,"d":false,"e":null}',
    '{"a":{"b":{"c":[],"d":{}},"e":[[1,"x"],[2]]}}',
    '{"a":[],"b":[{"c":"é\u2028😀\u007f"},{}]}',
  ])('knows %s', (text) => {
    expect(isPlainJson(text)).toBe(true);
    expect(isJson(text)).toBe(true);
  });

  it.each([
    '',
    '{',
    '}',
    '{}}',
    '{}{}',
    '{a:1}',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{,}',
    '{"a":1"b":2}',
    '{"a":1 2}',
    '{"a":01}',
    '{"a":1.}',
    '{"a":.5}',
    '{"a":+1}',
    '{"a":--1}',
    '{"a":-}',
    '{"a":[1,]}',
    '{"a":[,]}',
    '{"a":[1 2]}',
    '{"a":[1}',
    '{"a":{]}',
    '{"a":"\n"}',
    '{"a":"\u0000"}',
    '{"a":"\u001f"}',
    '{"a":"\\"}',
    '{"a":"\\x"}',
    '{"a":tru}',
    '{"a":nulll}',
    '{"a":NaN}',
    '{"a":Infinity}',
    '{"a":undefined}',
    "{'a':1}",
    '{"a":1}\n',
    '\uFEFF{}',
    '{"a":"b}',
    '{"a":1}x',
  ])('does not know %j, which is none or is not printed so', (text) => expect(isPlainJson(text)).toBe(false));

  it('never takes for JSON what is none, however near it comes', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        for (const text of [pieces.join(''), `{${pieces.join('')}}`, `{"a":[${pieces.join('')}]}`])
          if (isPlainJson(text)) expect(isJson(text)).toBe(true);
      }),
      { numRuns: 20_000 },
    );
  });

  it('never takes for JSON what was JSON before a piece was put in or left out', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })),
        fc.nat(),
        fc.nat({ max: 2 }),
        piece,
        (value, seed, left, put) => {
          const text = JSON.stringify(value);
          const at = seed % (text.length + 1);
          const changed = text.slice(0, at) + put + text.slice(at + left);
          if (isPlainJson(changed)) expect(isJson(changed)).toBe(true);
        },
      ),
      { numRuns: 20_000 },
    );
  });

  it('leaves to others what is deep or long', () => {
    expect(isPlainJson('{"a":{"b":{"c":{"d":{}}}}}')).toBe(false);
    expect(isPlainJson(JSON.stringify({ a: 'x'.repeat(100_000) }))).toBe(false);
    expect(isPlainJson(JSON.stringify({ a: 'x'.repeat(10_000) }))).toBe(true);
  });
});
