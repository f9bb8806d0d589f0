import { describe, expect, it } from '@jest/globals';
import { isStrictSchema } from './strict-schema.ts';

const closed = (properties: object, required = Object.keys(properties)): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const TEXT = { type: 'string' };

describe('a schema that OpenAI takes to the letter', () => {
  it.each([
    ['an object of members that are all required', closed({ a: TEXT })],
    ['one within', closed({ a: closed({ b: TEXT }), c: { type: 'array', items: closed({ d: TEXT }) } })],
    ['one that may be null', closed({ a: { anyOf: [closed({ b: TEXT }), { type: 'null' }] } })],
    ['one by its name', { ...closed({ a: { $ref: '#/$defs/one' } }), $defs: { one: closed({ b: TEXT }) } }],
    ['a member that is called like a word of schemas', closed({ properties: TEXT, oneOf: TEXT })],
  ])('is %s', (_, schema) => {
    expect(isStrictSchema(schema)).toBe(true);
  });

  it.each([
    ['a member may be left out', closed({ a: TEXT, b: TEXT }, ['a'])],
    ['others may be there', { type: 'object', properties: { a: TEXT }, required: ['a'] }],
    ['one within is open', closed({ a: { type: 'object', properties: {} } })],
    ['one in a list is open', closed({ a: { type: 'array', items: { type: ['object', 'null'] } } })],
    ['one by its name is open', { ...closed({}), $defs: { one: { properties: { a: TEXT } } } }],
    ['it has words that are not taken', closed({ a: { oneOf: [TEXT] } })],
    ['it is no object', true],
  ])('is none where %s', (_, schema) => {
    expect(isStrictSchema(schema)).toBe(false);
  });
});
