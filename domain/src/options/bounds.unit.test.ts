import { expect, it } from '@jest/globals';
import { OPTION_BOUNDS } from './bounds.ts';
import { OPTION_DEFAULTS } from './defaults.ts';

it.each(Object.entries(OPTION_BOUNDS))(
  '%s is within its bounds before anybody saves it',
  (key, { low, high, whole }) => {
    const byDefault = Number(OPTION_DEFAULTS[key]);
    expect(byDefault).toBeGreaterThanOrEqual(low);
    expect(byDefault).toBeLessThanOrEqual(high);
    if (whole) expect(Number.isInteger(byDefault)).toBe(true);
  },
);
