import { describe, expect, it } from '@jest/globals';
import { afterNotSignedIn, gateOf } from './call-gate.ts';
import type { Halt, SessionState, SessionUser } from './session-slice.ts';

const userOf = (id: number): SessionUser => ({
  id,
  username: `u${id}`,
  display_name: '',
  role: 1,
  status: 1,
  group: '',
  permissions: [],
});
const [ada, grace] = [userOf(7), userOf(8)];
const tab = (user: SessionUser | null, halt?: Halt): SessionState => ({ user, left: false, ...(halt ? { halt } : {}) });
const interrupted: Halt = { by: 'interrupted', other: null };
const elsewhere: Halt = { by: 'elsewhere', user: grace };
const barred: Halt = { by: 'barred', why: 'banned' };

describe('gateOf', () => {
  it.each([
    ['nobody signed in', tab(null), grace, 'go', 'go'],
    ['who is stored', tab(ada), ada, 'go', 'go'],
    ['another one stored', tab(ada), grace, 'elsewhere', 'elsewhere'],
    ['nobody stored', tab(ada), null, 'elsewhere', 'elsewhere'],
    ['interrupted', tab(ada, interrupted), ada, 'wait', 'go'],
    ['interrupted, another one signed in over it', tab(ada, interrupted), grace, 'wait', 'go'],
    ['signed in elsewhere', tab(ada, elsewhere), ada, 'elsewhere', 'elsewhere'],
    ['barred', tab(ada, barred), ada, 'barred', 'go'],
  ])('of %s', (_what, session, stored, other, ofSession) => {
    expect(gateOf(session, stored, false)).toBe(other);
    expect(gateOf(session, stored, true)).toBe(ofSession);
  });
});

describe('afterNotSignedIn', () => {
  it.each([
    ['nobody asked', tab(null), tab(null), null, true, 'ignore'],
    ['its person is gone', tab(ada), tab(null), null, true, 'ignore'],
    ['another one has come', tab(ada), tab(grace), grace, true, 'ignore'],
    ['nothing is typed', tab(ada), tab(ada), ada, false, 'expire'],
    ['something is typed', tab(ada), tab(ada), ada, true, 'interrupt'],
    ['another tab changed who it is', tab(ada), tab(ada), grace, false, 'elsewhere'],
    ['it is interrupted already', tab(ada), tab(ada, interrupted), ada, true, 'again'],
    ['it is barred', tab(ada), tab(ada, barred), ada, true, 'ignore'],
  ])('where %s', (_what, asked, now, stored, isTyped, verdict) =>
    expect(afterNotSignedIn(asked, now, stored, isTyped)).toBe(verdict),
  );
});
