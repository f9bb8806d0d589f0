import { describe, expect, it } from '@jest/globals';
import { changed, firstElementOf, membersOf } from './json-splice.ts';

const bytes = (text: string): Buffer => Buffer.from(text);
const change = (text: string, changes: Record<string, string | null>): string =>
  changed(bytes(text), membersOf(bytes(text)), new Map(Object.entries(changes))).toString();

describe('members of an object', () => {
  it('are found whatever their values hold', () => {
    const text = ' {"a" : "x\\"},{" , "b":[{"c":[1,"]"]},2],"d":{"e":"}"},"f":-1.50e+3,"g":null,"\\u0068":true} ';
    const found = membersOf(bytes(text)).map(({ name, valueStart, valueEnd }) => [
      name,
      text.slice(valueStart, valueEnd),
    ]);
    expect(found).toEqual([
      ['a', '"x\\"},{"'],
      ['b', '[{"c":[1,"]"]},2]'],
      ['d', '{"e":"}"}'],
      ['f', '-1.50e+3'],
      ['g', 'null'],
      ['h', 'true'],
    ]);
  });

  it('are told apart when a text ends in backslashes', () => {
    expect(membersOf(bytes('{"a":"\\\\","b":"\\\\\\"","c":1}')).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  it('are none in an empty object and in other values', () => {
    expect(membersOf(bytes('{}'))).toEqual([]);
    expect(membersOf(bytes('[1]'))).toEqual([]);
  });

  it('include doubles', () => {
    expect(membersOf(bytes('{"a":1,"a":2}')).length).toBe(2);
  });
});

describe('a change', () => {
  it('leaves the spelling of everything else alone', () => {
    const text = '{"big":12345678901234567890, "n":1.0,"t":"\\u00e9 é","model":"a","deep":{"x" : [1.10]}}';
    expect(change(text, { model: '"b"' })).toBe(
      '{"big":12345678901234567890,"n":1.0,"t":"\\u00e9 é","model":"b","deep":{"x" : [1.10]}}',
    );
  });

  it('adds what is missing and takes away what is null, at any place', () => {
    expect(change('{"a":1,"b":2,"c":3}', { a: null, b: null, d: '4' })).toBe('{"c":3,"d":4}');
    expect(change('{"a":1,"b":2}', { b: null })).toBe('{"a":1}');
    expect(change('{"a":1}', { a: null })).toBe('{}');
    expect(change('{}', { a: '1' })).toBe('{"a":1}');
  });

  it('writes a doubled member once', () => {
    expect(change('{"a":1,"b":0,"a":2}', { a: '9' })).toBe('{"a":9,"b":0}');
  });

  it('is the same object as a parser would make, for random objects', () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const value = (depth: number): unknown => {
      const kind = Math.floor(random() * (depth > 3 ? 4 : 6));
      if (kind === 0) return random() * 1e6;
      if (kind === 1) return `t"\\${String.fromCharCode(Math.floor(random() * 0x500))}{[,:`;
      if (kind === 2) return null;
      if (kind === 3) return random() < 0.5;
      const children = Array.from({ length: Math.floor(random() * 4) }, () => value(depth + 1));
      return kind === 4 ? children : Object.fromEntries(children.map((child, index) => [`k"${index}`, child]));
    };
    for (let round = 0; round < 300; round += 1) {
      const object = { first: value(0), model: 'old', last: value(0) };
      const text = JSON.stringify(object, null, round % 3);
      expect(JSON.parse(change(text, { model: '"new"', added: '[1]' }))).toEqual({
        ...object,
        model: 'new',
        added: [1],
      });
    }
  });
});

describe('the first element', () => {
  it('is found, or there is none', () => {
    expect(firstElementOf(bytes('[ {"a":1}]'), 0)).toBe(2);
    expect(firstElementOf(bytes('[ ]'), 0)).toBeUndefined();
    expect(firstElementOf(bytes('"x"'), 0)).toBeUndefined();
  });
});
