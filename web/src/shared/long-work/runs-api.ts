import type { ChannelRunAnswer } from '@ledgate/api/contract/channel';
import { baseApi } from '../api/base-api.ts';

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

/** Kinds that this page has started and whose end it has not told yet. */
export const started = new Set<ServerRun['kind']>();
