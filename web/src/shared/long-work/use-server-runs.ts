import * as ACCESS from '@ledgate/api/contract/who-may';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { baseApi } from '../api/base-api.ts';
import { useOwnTexts, useTexts } from '../i18n/text.tsx';
import { useSession } from '../session/use-session.ts';
import { tellFailure, tellNotice, tellSuccess } from '../ui/toaster.tsx';
import { useFollowed } from './followed-runs.ts';
import {
  followedSince,
  isStarted,
  isUnderWay,
  type ServerRun,
  started,
  useChannelRunsQuery,
  useStopChannelRunMutation,
} from './runs-api.ts';
import type { ShownWork } from './shown-work.ts';
import { runEnd } from './run-end.ts';
import { runTexts } from './run-texts.ts';
import { workTexts } from './texts.ts';

/** How often a run is asked how far it is. */
const POLL_MS = 2_000;
/** Between the clocks of server and browser, with what the call took. */
const SLACK_MS = 5_000;

const keyOf = ({ kind, number }: ServerRun): string => `${kind}-${number}`;

/**
 * What the server does to all channels, where the person follows it: shown as the work of this tab is, and found again by a page that is loaded anew. Lists of
 * channels are asked again while it goes on, and the end is told by whichever page has asked for it or saw it run.
 */
export function useServerRuns(): readonly ShownWork[] {
  const t = useTexts();
  const own = useOwnTexts(runTexts);
  const { notAll } = useOwnTexts(workTexts);
  const dispatch = useDispatch();
  const { user, may } = useSession();
  const sinceMs = useFollowed(user?.id) ? followedSince(user?.id) : undefined;
  const [pollMs, setPollMs] = useState(POLL_MS);
  /** Of runs that this page saw under way. */
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  /** Of runs whose end this page has told. */
  const [told, setTold] = useState<ReadonlySet<string>>(new Set());
  const { data, fulfilledTimeStamp: atMs = 0 } = useChannelRunsQuery(undefined, {
    skip: sinceMs === undefined || !may(ACCESS.channel.runs),
    pollingInterval: pollMs,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
  });
  const [stop] = useStopChannelRunMutation();
  const begunMs = ({ age }: ServerRun): number => atMs - age * 1_000;
  const runs =
    sinceMs === undefined
      ? []
      : (data ?? []).filter(
          (run) => isUnderWay(run) || seen.has(keyOf(run)) || isStarted(run) || begunMs(run) >= sinceMs - SLACK_MS,
        );

  useEffect(() => {
    if (sinceMs === undefined || data === undefined) return;
    const wanted = data.some(isUnderWay) || started.size > 0 ? POLL_MS : 0;
    if (wanted !== pollMs) setPollMs(wanted);
    const ended = runs.filter(
      (run) =>
        !isUnderWay(run) &&
        !told.has(keyOf(run)) &&
        (seen.has(keyOf(run)) || isStarted(run)) &&
        started.get(run.kind)?.isAnswering !== true,
    );
    const fresh = runs.filter((run) => isUnderWay(run) && !seen.has(keyOf(run)));
    if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(keyOf)]));
    if (ended.length > 0) setTold(new Set([...told, ...ended.map(keyOf)]));
    for (const run of ended) {
      const tell = isStarted(run) ? started.get(run.kind)?.tell : undefined;
      if (isStarted(run)) started.delete(run.kind);
      const { isWhole, text } = runEnd(run, own, notAll);
      if (run.state === 'ended' && tell !== undefined) tell();
      else if (isWhole) tellSuccess(text);
      else tellNotice(text);
    }
    if (ended.length > 0 || runs.some(isUnderWay)) dispatch(baseApi.util.invalidateTags(['Channel']));
    // Once for each answer.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [atMs, data, sinceMs]);

  return runs.map((run): ShownWork => {
    const { kind, state, total, done, failed } = run;
    return {
      key: keyOf(run),
      title: own[kind],
      total,
      done: done - failed,
      failedCount: failed,
      failed: [],
      state: state === 'running' || state === 'stopping' ? state : 'ended',
      begunMs: begunMs(run),
      note: state === 'broken' ? own.broken : '',
      // The page that was loaded after its end has told nobody.
      isNews: !isUnderWay(run) && !told.has(keyOf(run)) && !seen.has(keyOf(run)) && !isStarted(run),
      page: { path: '/channel', name: own.channels },
      stop: () =>
        void stop({ kind })
          .unwrap()
          .catch((error: unknown) => tellFailure(error, t)),
    };
  });
}
