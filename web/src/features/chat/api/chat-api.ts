import type { Token } from '@ledgate/api/contract/token';
import { baseApi } from '../../../shared/api/base-api.ts';

/** Tokens among which an enabled one is looked for. */
const TOKENS_MAX = 100;

export const chatApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The person's latest tokens, of which a chat gets one. */
    latestTokens: build.query<readonly Token[], void>({
      query: () => ({ url: '/api/token/', params: { p: 0, size: TOKENS_MAX } }),
      providesTags: ['Token'],
    }),
  }),
});

export const { useLatestTokensQuery } = chatApi;
