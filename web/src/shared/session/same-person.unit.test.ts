import { describe, expect, it } from '@jest/globals';
import { samePerson } from './same-person.ts';
import type { SessionState, SessionUser } from './session-slice.ts';

describe('what is one person’s', () => {
  it.each([
    [7, 7, true],
    [7, 8, false],
    [7, undefined, false],
    [undefined, 7, false],
  ])('when %p was signed in and %p is: %p', (before, now, isSame) => {
    const stateOf = (id: number | undefined) => ({
      session: { user: id === undefined ? null : ({ id } as SessionUser) } as SessionState,
    });
    let state = stateOf(before);
    const same = samePerson(() => state);
    state = stateOf(now);
    expect(same()).toBe(isSame);
  });
});
