import { describe, expect, it } from '@jest/globals';
import { filterValue, oneOf } from './filter-value.ts';

const defaults = { q: '', status: '', range: '7d' } as const;
const checks = { status: oneOf([1, 2]), range: oneOf(['1d']) };
const valueOf = (key: keyof typeof defaults, address: string): string =>
  filterValue(key, new URLSearchParams(address), defaults, checks);

describe('the value of a filter in the address', () => {
  it.each([
    ['q', 'q=%25', '%'],
    ['status', 'status=2', '2'],
    ['range', 'range=1d', '1d'],
  ] as const)('%s of %s is %s', (key, address, value) => expect(valueOf(key, address)).toBe(value));

  it.each([
    ['status', 'status=3'],
    ['status', 'status=2x'],
    ['status', 'status='],
    ['range', 'range=7d'],
    ['range', 'range=2026'],
    ['q', 'status=1'],
  ] as const)('%s of %s is what it is without', (key, address) => expect(valueOf(key, address)).toBe(defaults[key]));
});
