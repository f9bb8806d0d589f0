import { describe, expect, it } from '@jest/globals';
import { modelPattern } from './model-pattern.ts';

describe('modelPattern', () => {
  it.each([
    ['', ''],
    ['gpt-4o', 'gpt-4o'],
    ['gpt', '%gpt%'],
    ['gpt-4%', 'gpt-4%'],
  ])('%p is sent as %p', (typed, sent) => {
    expect(modelPattern(typed, ['gpt-4o', 'gpt-4o-mini'])).toBe(sent);
  });
});
