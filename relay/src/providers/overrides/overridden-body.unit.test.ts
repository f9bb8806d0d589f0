import { describe, expect, it } from '@jest/globals';
import { readOverride } from '@ledgate/domain/channel/channel-override';
import { overriddenBody } from './overridden-body.ts';

function changed(text: string, body: object): string {
  const read = readOverride({ body });
  if ('fault' in read || read.override.body === undefined) throw new Error('this changes nothing');
  return overriddenBody(Buffer.from(text), read.override.body).toString();
}

describe('a body as its channel changes it', () => {
  it.each([
    ['sets what was not there', '{"a":1}', { set: { b: 'é' } }, '{"a":1,"b":"é"}'],
    ['sets in place of what was there', '{"a":1, "b":{"c":2}}', { set: { a: null } }, '{"a":null,"b":{"c":2}}'],
    ['sets in an empty body', '{}', { set: { 'a.b': 1 } }, '{"a":{"b":1}}'],
    ['sets within an object', '{"a":{"b":1.0,"c":2}}', { set: { 'a.c': 3 } }, '{"a":{"b":1.0,"c":3}}'],
    ['makes the objects on its way', '{"a":[1]}', { set: { 'a.b.c': 1, 'a.b.d': 2 } }, '{"a":{"b":{"c":1,"d":2}}}'],
    ['removes', '{"a":1,"b":2}', { remove: ['a'] }, '{"b":2}'],
    ['removes what is there twice', '{"a":1,"b":2,"a":3}', { remove: ['a'] }, '{"b":2}'],
    ['removes within an object', '{"a":{"b":1,"c":2}}', { remove: ['a.b'] }, '{"a":{"c":2}}'],
    ['removes nothing from what is no object', '{"a":[1]}', { remove: ['a.b', 'c.d'] }, '{"a":[1]}'],
    ['renames', '{"a":1e2,"b":2}', { rename: { a: 'c' } }, '{"b":2,"c":1e2}'],
    ['renames into an object', '{"a":1,"b":{"c":2}}', { rename: { a: 'b.d' } }, '{"b":{"c":2,"d":1}}'],
    ['renames in place of what was there', '{"a":1,"b":2}', { rename: { a: 'b' } }, '{"b":1}'],
    ['renames nothing', '{"b":2}', { rename: { a: 'b' } }, '{"b":2}'],
    ['renames first', '{"a":1}', { rename: { a: 'b.c' }, set: { 'b.d': 2 } }, '{"b":{"c":1,"d":2}}'],
    ['sees names as they are meant', '{"\\u0061":1}', { remove: ['a'] }, '{}'],
    ['keeps what is no object', '[1]', { set: { a: 1 } }, '[1]'],
    ['keeps a member of every object', '{"__proto__":{"a":1}}', { set: { a: 1 } }, '{"__proto__":{"a":1},"a":1}'],
  ])('%s', (_what, text, body, expected) => {
    expect(changed(text, body)).toBe(expected);
  });

  it('writes what is set as it stands, whatever its names are', () => {
    const value = JSON.parse('{"__proto__":{"polluted":true}}') as unknown;
    expect(changed('{}', { set: { a: value } })).toBe('{"a":{"__proto__":{"polluted":true}}}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
