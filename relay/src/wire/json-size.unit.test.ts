import { describe, expect, it } from '@jest/globals';
import type { RelayError } from '../errors/relay-error.ts';
import { JSON_DEPTH_MAX, JSON_VALUES_MAX } from '../limits.ts';
import { jsonValues } from './json-size.ts';

const of = (text: string): number | RelayError => jsonValues(Buffer.from(text));

describe('what is too dear to parse', () => {
  it.each([
    ['many empty objects', `[${'{},'.repeat(JSON_VALUES_MAX)}{}]`, /more than 500000 values/],
    ['many numbers', `[${'1,'.repeat(JSON_VALUES_MAX)}1]`, /more than 500000 values/],
    ['deep lists', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, /deeper than 512 levels/],
    ['deep objects', `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`, /deeper than 512 levels/],
  ])('%s', (_what, text, problem) => {
    expect(of(text)).toMatchObject({ status: 400, message: expect.stringMatching(problem) });
  });

  it.each([
    ['a small text', '{"messages":[]}'],
    ['a picture', JSON.stringify({ url: 'A'.repeat(1_000_000) })],
    ['texts full of commas, brackets and quotes', JSON.stringify(['[{,"\\'.repeat(200_000), '"'.repeat(10_000)])],
    ['as deep as may be', `${'['.repeat(JSON_DEPTH_MAX)}"${'x'.repeat(5_000)}"${']'.repeat(JSON_DEPTH_MAX)}`],
    ['what is no JSON', '"'.repeat(5_001)],
  ])('not %s', (_what, text) => {
    expect(of(text)).toEqual(expect.any(Number));
  });

  it('is known by the number of its values', () => {
    expect(of(`[${'{},'.repeat(10_000)}{}]`)).toBe(20_003);
    expect(of(`[${'"a,b",'.repeat(10_000)}1]`)).toBe(10_002);
    expect(of('[1,2]')).toBe(0);
  });
});
