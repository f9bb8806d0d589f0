import { describe, expect, it } from '@jest/globals';
import type { RelayError } from '../errors/relay-error.ts';
import { ANSWER_VALUES_MAX, JSON_DEPTH_MAX, JSON_VALUES_MAX } from '../limits.ts';
import { beginsAsJson, dearIn, jsonValues } from './json-size.ts';

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

describe('what an upstream sends', () => {
  it.each([
    ['many empty objects', `[${'{},'.repeat(JSON_VALUES_MAX)}{}]`, /more than 500000 objects and lists/],
    ['more numbers than vectors have', `[${'1,'.repeat(ANSWER_VALUES_MAX)}1]`, /more than 8000000 values/],
    ['deep lists', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, /deeper than 512 levels/],
  ])('is too dear to parse: %s', (_what, text, problem) => {
    expect(dearIn(Buffer.from(text))).toMatch(problem);
  });

  it('is not, where it has many numbers, or is small', () => {
    expect(dearIn(Buffer.from(`[${'0.5,'.repeat(2_000_000)}1]`))).toBeUndefined();
    expect(dearIn(Buffer.from(`[${'{},'.repeat(80_000)}{}]`))).toBeUndefined();
  });

  it('is looked at where it is JSON', () => {
    const isJson = (text: string): boolean => beginsAsJson(Buffer.from(text));
    expect(['{', ' \n[', '\r\t {"a"'].every(isJson)).toBe(true);
    expect(['ID3[', '', 'data: {'].some(isJson)).toBe(false);
  });
});
