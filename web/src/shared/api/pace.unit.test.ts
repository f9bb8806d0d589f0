import { describe, expect, it } from '@jest/globals';
import { goesOnByItself, pauseEnd, paused, paceSlice } from './pace.ts';

describe('pauses', () => {
  it.each([
    ['12', 12_000],
    ['0', 1_000],
    [null, 5_000],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 5_000],
    ['9999', 600_000],
  ])('Retry-After %s is %d ms', (said, ms) => expect(pauseEnd(said, 1_000)).toBe(1_000 + ms));

  it('last until the latest that was said', () => {
    const later = paceSlice.reducer({ untilMs: 5 }, paused(9));
    expect(paceSlice.reducer(later, paused(7))).toEqual({ untilMs: 9 });
  });

  it.each([
    ['query', undefined, true],
    ['mutation', { command_id: 'c', name: 'a' }, true],
    ['mutation', { name: 'a' }, false],
    ['mutation', undefined, false],
  ] as const)('hold back a %s of %j: %s', (type, body, expected) => expect(goesOnByItself(type, body)).toBe(expected));
});
