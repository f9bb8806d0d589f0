import type { ChannelRunAnswer } from '@ledgate/api/contract/channel';
import { baseApi } from '../api/base-api.ts';
import { FOLLOWED, followed } from './followed-runs.ts';

export type ServerRun = ChannelRunAnswer;

/** What the server does to all channels in the background (docs/behaviour.md#runs-over-all-channels). */
export const runsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    channelRuns: build.query<readonly ServerRun[], void>({ query: () => ({ url: '/api/channel/runs' }) }),
    stopChannelRun: build.mutation<unknown, { readonly kind: ServerRun['kind'] }>({
      query: (body) => ({ url: '/api/channel/runs/stop', method: 'POST', body }),
    }),
  }),
});

export const { useChannelRunsQuery, useStopChannelRunMutation } = runsApi;

export const isUnderWay = ({ state }: ServerRun): boolean => state === 'running' || state === 'stopping';

/** A run that this page has asked for and whose end it has not told yet. */
export type Started = {
  /** The number of the one before it, 0 for none: that one has told its end. */
  readonly after: number;
  /** Its call lasts as long as it does and is still under way: nothing is told before it has answered. */
  readonly isAnswering: boolean;
  /** Tells a whole end with what its call has answered, which says more than the run. */
  readonly tell?: () => void;
};

export const started = new Map<ServerRun['kind'], Started>();

/** This page has asked for it, and tells its end. */
export const isStarted = ({ kind, number }: ServerRun): boolean => number > (started.get(kind)?.after ?? number);

/** Since when the person follows runs, ms since the epoch; undefined where he does not. */
export function followedSince(userId: number | undefined): number | undefined {
  const [id, since] = followed().split(' ').map(Number);
  return id === userId ? since : undefined;
}

/** Runs over all channels that began since `sinceMs` are told of in the top bar; a page that follows them already goes on with the earlier time. */
export const followRuns = (userId: number, sinceMs: number): void =>
  keep(`${userId} ${Math.min(sinceMs, followedSince(userId) ?? sinceMs)}`);

export const unfollowRuns = (): void => keep('');

function keep(text: string): void {
  if (text === followed()) return;
  localStorage.setItem(FOLLOWED, text);
  window.dispatchEvent(new Event(FOLLOWED));
}
