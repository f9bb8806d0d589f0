import { describe, expect, it } from '@jest/globals';
import { instantOf } from './asked.ts';

describe('an instant that is asked for', () => {
  it.each([
    [{ basis: '' }, { basis: 'head' }],
    [{ basis: 'recorded' }, { basis: 'head' }],
    [
      { basis: '', at_ms: 0 },
      { basis: 'event', atMs: 0 },
    ],
    [
      { basis: ' recorded ', at_ms: 5 },
      { basis: 'recorded', atMs: 5 },
    ],
    [
      { basis: '', position: 7 },
      { basis: 'position', position: 7 },
    ],
  ])('by %j is %j', (asked, expected) => expect(instantOf(asked)).toEqual(expected));

  it.each([
    [{ basis: 'yesterday', at_ms: 5 }, 'filter_unknown', 'basis'],
    [{ basis: '', at_ms: 5, position: 7 }, 'range_invalid', 'position'],
  ])('by %j is none: %s at %s', (asked, code, field) =>
    expect(instantOf(asked)).toMatchObject({ ok: false, beside: { code, field } }),
  );
});
