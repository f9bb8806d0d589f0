import { describe, expect, it } from '@jest/globals';
import { expired, left, type SessionUser, signedIn } from '../session/session-slice.ts';
import {
  canPlan,
  endedForgotten,
  rowEnded,
  stateOf,
  stopAsked,
  WAITING_MAX,
  workBegun,
  workEnded,
  workPlanned,
  workSlice,
  type WorkState,
} from './work-slice.ts';

const after = (...actions: readonly Parameters<typeof workSlice.reducer>[1][]): WorkState =>
  actions.reduce((state: WorkState, action) => workSlice.reducer(state, action), { works: [] });
const planned = (id: number) => workPlanned({ id, title: `work ${id}`, total: 3 });
const user: SessionUser = {
  id: 2,
  username: 'ada',
  display_name: '',
  role: 1,
  status: 1,
  group: 'default',
  permissions: [],
};
const failed = { key: '2', name: 'two', why: 'too late' };

describe('work', () => {
  it('counts what is done and what has failed', () => {
    const { works } = after(
      planned(1),
      workBegun({ id: 1, atMs: 50 }),
      rowEnded({ id: 1 }),
      rowEnded({ id: 1, failed }),
    );
    expect(works).toEqual([
      { id: 1, title: 'work 1', total: 3, done: 1, failed: [failed], state: 'running', begunMs: 50 },
    ]);
  });

  it('ends at once where it is stopped while it waits, and after the call on its way where it runs', () => {
    expect(stateOf({ work: after(planned(1), stopAsked(1)) }, 1)).toBe('ended');
    const running = after(planned(1), workBegun({ id: 1, atMs: 50 }), stopAsked(1));
    expect(stateOf({ work: running }, 1)).toBe('stopping');
    expect(stateOf({ work: workSlice.reducer(running, workEnded(1)) }, 1)).toBe('ended');
  });

  it('takes no more than so many that wait', () => {
    const full = Array.from({ length: WAITING_MAX }, (_, index) => planned(index + 1));
    expect(canPlan({ work: after(...full.slice(1)) })).toBe(true);
    expect(canPlan({ work: after(...full) })).toBe(false);
    expect(canPlan({ work: after(...full, workBegun({ id: 1, atMs: 0 })) })).toBe(true);
  });

  it('is gone with its person', () => {
    for (const change of [left(), expired(), signedIn(user)])
      expect(after(planned(1), workBegun({ id: 1, atMs: 0 }), change).works).toEqual([]);
  });

  it('keeps the last results, and forgets them when it is asked to, but nothing that runs', () => {
    const ids = Array.from({ length: 9 }, (_, index) => index + 1);
    const ended = after(...ids.flatMap((id) => [planned(id), workBegun({ id, atMs: 0 }), workEnded(id)]), planned(10));
    expect(ended.works.map(({ id }) => id)).toEqual([5, 6, 7, 8, 9, 10]);
    expect(workSlice.reducer(ended, endedForgotten()).works.map(({ id }) => id)).toEqual([10]);
  });
});
