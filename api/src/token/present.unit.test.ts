import { describe, expect, it } from '@jest/globals';
import { statusNow } from './present.ts';

const token = { status: 1, expiredTime: -1, unlimitedQuota: false };

describe('statusNow', () => {
  it.each([
    ['enabled with something left', token, 1, 1],
    ['without anything left', token, 0, 4],
    ['below zero', token, -5, 4],
    ['without limit, whatever it used', { ...token, unlimitedQuota: true }, -5, 1],
    ['past its expiry', { ...token, expiredTime: 999 }, 1, 3],
    ['at its expiry', { ...token, expiredTime: 1_000 }, 1, 1],
    ['expired and exhausted', { ...token, expiredTime: 999 }, 0, 3],
    ['disabled, though it has expired', { ...token, status: 2, expiredTime: 999 }, 1, 2],
    ['marked exhausted', { ...token, status: 4 }, 7, 4],
  ])('of a token %s', (_what, row, remain, status) => {
    expect(statusNow(row, remain, 1_000)).toBe(status);
  });
});
