import { useCallback } from 'react';
import { useStore } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { toApiError } from '../api/api-error.ts';
import { baseApi, type tagTypes } from '../api/base-api.ts';
import { type PaceState, selectPausedUntil } from '../api/pace.ts';
import { markAtWork } from '../form/unsaved.ts';
import { useOwnTexts, useTexts } from '../i18n/text.tsx';
import { formatCount } from '../money/quota-format.ts';
import { samePerson } from '../session/same-person.ts';
import type { SessionState } from '../session/session-slice.ts';
import { errorText } from '../ui/error-text.ts';
import { tellFailure, tellNotice, tellSuccess } from '../ui/toaster.tsx';
import { type RunPlan, runWork } from './run-work.ts';
import { workTexts } from './texts.ts';
import { workApi } from './work-api.ts';
import { nextWorkId } from './work-id.ts';
import { canPlan, rowEnded, stateOf, workBegun, workEnded, workPlanned, type WorkState } from './work-slice.ts';

export type WorkPlan<Row> = RunPlan<Row> & {
  /** What is done, as "Disable tokens". */
  readonly title: string;
  /** Told when all went well. */
  readonly success: (count: number) => string;
  /** What is shown of the rows that change. */
  readonly tags: readonly (typeof tagTypes)[number][];
  /** Told of the rows that were not done, when it ends. */
  readonly onLeft?: (rows: readonly Row[]) => void;
  /** What takes it back again, for the rows that were done. */
  readonly undo?: (done: readonly Row[]) => WorkPlan<Row> | undefined;
};

type Watched = { readonly work: WorkState; readonly pace: PaceState; readonly session: SessionState };
type Dispatch = ThunkDispatch<Watched, unknown, UnknownAction>;

const slept = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One work at a time: each begins when those before it have ended. */
let before: Promise<unknown> = Promise.resolve();

/** Starts long work, which goes on when the page is left; false where too much waits already. */
export function useWork(): <Row>(plan: WorkPlan<Row>) => boolean {
  const t = useTexts();
  const own = useOwnTexts(workTexts);
  const { dispatch, getState } = useStore<Watched>() as { dispatch: Dispatch; getState: () => Watched };
  return useCallback(
    <Row>(first: WorkPlan<Row>) => {
      const start = (plan: WorkPlan<Row>): boolean => {
        if (!canPlan(getState())) {
          tellNotice(own.tooMuch);
          return false;
        }
        const id = nextWorkId();
        const total = plan.rows.length;
        dispatch(workPlanned({ id, title: plan.title, total }));
        const isSame = samePerson(getState);
        const run = async (): Promise<void> => {
          // Taken off while it waited, or gone with its person.
          if (stateOf(getState(), id) !== 'waiting') return plan.onLeft?.(plan.rows);
          dispatch(workBegun({ id, atMs: Date.now() }));
          const done = await runWork(plan, {
            send: async (request) => {
              const result = await dispatch(workApi.endpoints.doRow.initiate(request, { track: false }));
              return result.error === undefined ? undefined : toApiError(result.error);
            },
            isStopped: () => stateOf(getState(), id) !== 'running' || !isSame(),
            pausedUntilMs: () => selectPausedUntil(getState()),
            nowMs: Date.now,
            sleep: slept,
            whyOf: (error) => errorText(error, t),
            told: (failed) => dispatch(rowEnded(failed === undefined ? { id } : { id, failed })),
            show: () => dispatch(baseApi.util.invalidateTags([...plan.tags])),
          });
          // Its person went away: nobody is told.
          if (stateOf(getState(), id) === undefined) return;
          dispatch(workEnded(id));
          const isDone = new Set(done);
          plan.onLeft?.(plan.rows.filter((row) => !isDone.has(row)));
          const back = plan.undo?.(done);
          // The toast may outlast the person's session.
          const undo = back && { label: t.common.undo, onClick: () => void (isSame() && start(back)) };
          if (done.length === total) tellSuccess(plan.success(total), undo);
          else tellNotice(own.notAll(plan.title, formatCount(done.length), formatCount(total)), undo);
        };
        const working = {};
        markAtWork(working, true);
        before = before
          .then(run)
          .catch((error: unknown) => tellFailure(error, t))
          .finally(() => markAtWork(working, false));
        return true;
      };
      return start(first);
    },
    [dispatch, getState, own, t],
  );
}
