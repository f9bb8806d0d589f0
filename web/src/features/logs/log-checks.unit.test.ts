import { describe, expect, it } from '@jest/globals';
import { logChecks } from './log-checks.ts';

const checks = logChecks({ quotaPerUnit: 500_000, currency: true });

describe('filters of the log in an address', () => {
  it.each([
    ['type', ['2', '5'], ['99', 'x', '2.0']],
    ['tag', ['team=search'], ['team', '=x']],
    ['channel', ['7'], ['x', '0', '-1', '7e3', '1'.repeat(17)]],
    ['status', ['200', '499'], ['abc', '99', '600', '2000']],
    ['min', ['0', '0.001'], ['abc', '-1', '1e400', '']],
    ['max', ['12'], ['abc', '-0.5']],
  ] as const)('%s is %j, and none of %j', (key, values, others) => {
    expect(values.filter((text) => checks[key]?.(text) !== true)).toEqual([]);
    expect(others.filter((text) => checks[key]?.(text) !== false)).toEqual([]);
  });
});
