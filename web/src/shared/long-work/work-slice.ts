import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { expired, left, signedIn } from '../session/session-slice.ts';

/** Works that wait for the one that runs; one more is refused. */
export const WAITING_MAX = 5;
/** Ended works whose result can still be looked at. */
const ENDED_MAX = 5;

/** A row that was not done, and why, in the language of the moment. */
export type Failed = { readonly key: string; readonly name: string; readonly why: string };

/** Calls made one after the other, a row each. */
export type Work = {
  readonly id: number;
  /** What is done, as "Disable tokens". */
  readonly title: string;
  /** 0: nobody knows yet. */
  readonly total: number;
  readonly done: number;
  readonly failed: readonly Failed[];
  readonly state: 'waiting' | 'running' | 'stopping' | 'ended';
  /** When it began to run, ms since the epoch; 0 before. */
  readonly begunMs: number;
};

export type WorkState = { readonly works: readonly Work[] };

type OfRow = { readonly id: number; readonly failed?: Failed };

const changed = (
  { works }: WorkState,
  id: number,
  change: (work: Work) => Partial<Work>,
): { works: readonly Work[] } => ({
  works: works.map((work) => (work.id === id ? { ...work, ...change(work) } : work)),
});

export const workSlice = createSlice({
  name: 'work',
  initialState: { works: [] } as WorkState,
  reducers: {
    workPlanned: (
      { works },
      { payload: { id, title, total } }: PayloadAction<Pick<Work, 'id' | 'title' | 'total'>>,
    ) => ({
      works: [...works, { id, title, total, done: 0, failed: [], state: 'waiting' as const, begunMs: 0 }],
    }),
    workBegun: (state, { payload: { id, atMs } }: PayloadAction<{ id: number; atMs: number }>) =>
      changed(state, id, () => ({ begunMs: atMs, state: 'running' })),
    /** One row more is done, or has failed. */
    rowEnded: (state, { payload: { id, failed } }: PayloadAction<OfRow>) =>
      changed(state, id, (work) =>
        failed === undefined ? { done: work.done + 1 } : { failed: [...work.failed, failed] },
      ),
    /** Of a file that comes: so many rows have, of so many; 0: nobody knows yet. */
    rowsCounted: (
      state,
      { payload: { id, done, total } }: PayloadAction<{ id: number; done: number; total: number }>,
    ) => changed(state, id, () => ({ done, total })),
    stopAsked: (state, { payload: id }: PayloadAction<number>) =>
      // What waits has no call on its way.
      changed(state, id, ({ state: now }) => ({
        state: now === 'running' ? 'stopping' : now === 'waiting' ? 'ended' : now,
      })),
    /** The oldest that have ended go when there are too many of them. */
    workEnded: (state, { payload: id }: PayloadAction<number>) => {
      const { works } = changed(state, id, () => ({ state: 'ended' }));
      const ended = works.filter((work) => work.state === 'ended').map((work) => work.id);
      const kept = new Set(ended.slice(-ENDED_MAX));
      return { works: works.filter((work) => work.state !== 'ended' || kept.has(work.id)) };
    },
    endedForgotten: ({ works }) => ({ works: works.filter(({ state }) => state !== 'ended') }),
  },
  // Whoever comes next sees nothing of what the one before has done, and what runs ends.
  extraReducers: (builder) => {
    for (const change of [signedIn, left, expired]) builder.addCase(change, () => ({ works: [] }));
  },
});

export const { workPlanned, workBegun, rowEnded, rowsCounted, stopAsked, workEnded, endedForgotten } =
  workSlice.actions;

type Watched = { readonly work: WorkState };
export const selectWorks = (state: Watched): readonly Work[] => state.work.works;
export const stateOf = (state: Watched, id: number): Work['state'] | undefined =>
  state.work.works.find((work) => work.id === id)?.state;
export const canPlan = (state: Watched): boolean =>
  state.work.works.filter(({ state: now }) => now === 'waiting').length < WAITING_MAX;
