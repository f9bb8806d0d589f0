import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Nobody waits longer than that for a call, whatever Retry-After says. */
export const PAUSE_MAX_S = 600;
/** Where the server does not say how long. */
const PAUSE_UNSAID_S = 5;

/** `untilMs`: since the epoch; until then the server takes no more calls. 0: it does. */
export type PaceState = { readonly untilMs: number };

export const paceSlice = createSlice({
  name: 'pace',
  initialState: { untilMs: 0 } as PaceState,
  reducers: {
    paused: ({ untilMs }, { payload }: PayloadAction<number>): PaceState => ({ untilMs: Math.max(untilMs, payload) }),
  },
});

export const { paused } = paceSlice.actions;
export const selectPausedUntil = (state: { pace: PaceState }): number => state.pace.untilMs;

/** When a call that was refused by 429 may be sent again, ms since the epoch; `retryAfter` in whole seconds, as the server says them. */
export function pauseEnd(retryAfter: string | null, nowMs: number): number {
  const seconds = /^\d{1,9}$/u.test(retryAfter ?? '') ? Number(retryAfter) : PAUSE_UNSAID_S;
  return nowMs + Math.min(Math.max(seconds, 1), PAUSE_MAX_S) * 1_000;
}

/** Whether the server knows a command again by its id, and does it once. */
export const isKnownAgain = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'command_id' in body;

/** Whether a call that met a limit is sent again by itself: one that only reads, or one that the server knows again. */
export const goesOnByItself = (type: 'query' | 'mutation', body: unknown): boolean =>
  type === 'query' || isKnownAgain(body);
