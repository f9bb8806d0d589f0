import { describe, expect, it } from '@jest/globals';
import { cleanedSchema } from './content-schema.ts';

describe('a JSON schema as Gemini takes it', () => {
  it.each([
    [
      { type: 'string', format: 'email', pattern: 'x', default: 'y' },
      { type: 'string', pattern: 'x' },
    ],
    [
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date-time' },
    ],
    [
      { type: ['integer', 'null'], exclusiveMinimum: 0 },
      { type: 'integer', nullable: true },
    ],
    [{ const: 'a' }, { type: 'string', enum: ['a'] }],
    [{ enum: ['a', null] }, { type: 'string', enum: ['a'] }],
    [{ type: 'integer', enum: [1, 2] }, { type: 'integer' }],
    [{ type: 'array' }, { type: 'array', items: {} }],
    [
      { type: 'array', prefixItems: [{ type: 'string' }] },
      { type: 'array', items: { type: 'string' } },
    ],
    [
      {
        type: 'object',
        properties: { additionalProperties: { type: 'string' } },
        required: ['additionalProperties', 'x'],
      },
      {
        type: 'object',
        properties: { additionalProperties: { type: 'string' } },
        required: ['additionalProperties'],
      },
    ],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string', nullable: true }],
    [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    [
      {
        allOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'string' } }, required: ['b'] }],
      },
      { properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['b'] },
    ],
  ])('%j', (schema, cleaned) => {
    expect(JSON.parse(JSON.stringify(cleanedSchema(schema)))).toEqual(cleaned);
  });

  it('has references written out, and those to itself as any object', () => {
    const schema = {
      type: 'object',
      properties: { root: { $ref: '#/$defs/node', description: 'first' } },
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    };
    expect(cleanedSchema(schema)).toEqual({
      type: 'object',
      properties: { root: { type: 'object', description: 'first', properties: { next: { type: 'object' } } } },
    });
    expect(cleanedSchema({ properties: { a: { $ref: 'http://else' }, b: { $ref: '#/%' } } })).toEqual({
      properties: { a: { type: 'object' }, b: { type: 'object' } },
    });
  });

  it('ends, however its references multiply', () => {
    const names = Array.from({ length: 12 }, (_, index) => `d${index}`);
    const all = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
    const definitions = Object.fromEntries(names.map((name) => [name, { type: 'object', properties: all }]));
    const cleaned = JSON.stringify(cleanedSchema({ type: 'object', properties: all, $defs: definitions }));
    expect(cleaned.length).toBeLessThan(2_000_000);
  });
});
