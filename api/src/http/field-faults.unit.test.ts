import { describe, expect, it } from '@jest/globals';
import { CREDIT_MAX } from '@ledgate/domain/account/limits';
import { z } from 'zod';
import {
  bytesAtMost,
  ids,
  numberInQuery,
  pageFromOne,
  positiveQuota,
  sizeInQuery,
  text,
  textInQuery,
} from '../contract/fields.ts';
import { channelRoutes } from '../contract/channel.ts';
import { redemptionRoutes } from '../contract/redemption.ts';
import { tokenRoutes } from '../contract/token.ts';
import { username, userRoutes } from '../contract/user.ts';
import { problemOf } from './field-faults.ts';

function faultOf(schema: z.ZodType, value: unknown): unknown {
  const result = z.object({ field: schema }).safeParse(value === undefined ? {} : { field: value });
  return result.success ? undefined : problemOf(result.error);
}

describe('problemOf', () => {
  it.each([
    ['what is missing', positiveQuota, undefined, { rule: 'missing' }],
    ['a wrong type', positiveQuota, 'many', { rule: 'type', expected: 'number' }],
    ['a fraction', positiveQuota, 0.5, { rule: 'whole_number' }],
    ['too little', positiveQuota, 0, { rule: 'too_small', minimum: 1, of: 'number' }],
    ['too much', positiveQuota, 2 ** 41, { rule: 'too_large', maximum: CREDIT_MAX, of: 'number' }],
    ['too long a text', z.string().max(3), 'four', { rule: 'too_large', maximum: 3, of: 'characters' }],
    ['too many bytes', bytesAtMost(5), '名名', { rule: 'too_large', maximum: 5, of: 'bytes' }],
    ['NUL', text, 'a\0b', { rule: 'unstorable' }],
    ['half of a surrogate pair', text, 'a\ud800b', { rule: 'unstorable' }],
    ['NUL in the address', textInQuery, '\0', { rule: 'unstorable' }],
    ['NUL in a short name', bytesAtMost(30), '\0', { rule: 'unstorable' }],
    ['a name that reads as another', username, 'a\u202eb', { rule: 'user_name' }],
    ['a name with a zero width', username, 'ro\u200bot', { rule: 'user_name' }],
    ['a name with a line end', username, 'a\nb', { rule: 'user_name' }],
    ['a name like an e-mail address', username, 'a@b.example', { rule: 'user_name' }],
    ['too few entries', ids, [], { rule: 'too_small', minimum: 1, of: 'entries' }],
    ['what is no choice', z.enum(['a', 'b']), 'c', { rule: 'choice', choices: 'a, b' }],
    ['all choices of several literals', z.literal([1, 2]), 3, { rule: 'choice', choices: '1, 2' }],
    [
      'all choices of a union of literals',
      z.union([z.literal(1), z.literal(2), z.literal(3)]),
      4,
      { rule: 'choice', choices: '1, 2, 3' },
    ],
    [
      'all types of a union',
      z.union([z.string(), z.number(), z.boolean()]),
      null,
      { rule: 'type', expected: 'string | number | boolean' },
    ],
    ['that a union is missing', z.union([z.string(), z.number()]), undefined, { rule: 'missing' }],
    [
      'the general choice of a union',
      z.union([z.literal(''), z.string().min(8)]),
      'short',
      { rule: 'too_small', minimum: 8, of: 'characters' },
    ],
  ])('tells %s', (_what, schema, value, fault) => {
    expect(faultOf(schema, value)).toEqual({ code: 'field_invalid', field: 'field', fault });
  });

  it.each([
    ['a strict object', z.strictObject({ prompt: z.number() })],
    ['a record of certain names', z.partialRecord(z.enum(['prompt']), z.number())],
  ])('names the member that %s does not know', (_what, schema) => {
    expect(faultOf(schema, { prompt: 1, prompts: 2 })).toMatchObject({ field: 'field.prompts' });
  });

  it('names the whole body when there is no field', () => {
    const result = userRoutes.edit.body.safeParse([]);
    expect(result.success ? undefined : problemOf(result.error)).toMatchObject({ field: 'body' });
  });
});

it.each(['', '名', '\u{1f600}', 'line\nline\ttab'])('a text may be %j', (value) => {
  expect(text.parse(value)).toBe(value);
});

it.each([
  [' somebody ', 'somebody'],
  ['用户', '用户'],
  ['a b', 'a b'],
])('a name %j is kept as %j', (sent, kept) => {
  expect(username.parse(sent)).toBe(kept);
});

describe('values of the address', () => {
  it.each([
    [undefined, 1],
    ['', 1],
    ['0', 1],
    ['3', 3],
  ])('page %j counted from 1 is %d', (sent, page) => {
    expect(pageFromOne.parse(sent)).toBe(page);
  });

  it.each([
    [undefined, 10],
    ['0', 10],
    ['-5', 10],
    ['25', 25],
    ['9999', 100],
  ])('size %j is brought to %d', (sent, size) => {
    expect(sizeInQuery(10, 100).parse(sent)).toBe(size);
  });

  it.each(['soon', '1.5', '1e99', ['1', '2']])('%j is no number', (sent) => {
    expect(numberInQuery(0, 0, 1_000).safeParse(sent).success).toBe(false);
  });
});

it.each([
  [tokenRoutes.setStatus.body, { id: 1, status: 9 }, 'status', '1, 2'],
  [redemptionRoutes.setStatus.body, { id: 1, status: 9 }, 'status', '1, 2'],
  [channelRoutes.edit.body, { id: 1, status: 9 }, 'status', '1, 2, 3'],
  [channelRoutes.edit.body, { id: 1, auto_ban: 9 }, 'auto_ban', '0, 1'],
])('a status that is none is told with all there are', (schema, body, field, choices) => {
  const result = schema.safeParse(body);
  expect(result.success ? undefined : problemOf(result.error)).toEqual({
    code: 'field_invalid',
    field,
    fault: { rule: 'choice', choices },
  });
});

describe('forms of older clients', () => {
  it('may carry fields that nobody knows, and null for what is empty', () => {
    expect(
      tokenRoutes.create.body.parse({ name: 'x', remain_quota: null, extra: { a: 1 }, unlimited_quota: true }),
    ).toEqual({ name: 'x', remain_quota: null, unlimited_quota: true });
  });
});
