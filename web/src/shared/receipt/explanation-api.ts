import type { logRoutes } from '@ledgate/api/contract/log';
import type { DataOf } from '@ledgate/api/contract/route';
import { baseApi } from '../api/base-api.ts';

/** The receipt of anybody's charge for administrators, without its proof. */
const explanationApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    explanation: build.query<DataOf<typeof logRoutes.explanation>, string>({
      query: (requestId) => ({ url: `/api/log/${encodeURIComponent(requestId)}/explanation` }),
      providesTags: ['Log'],
    }),
  }),
});

export const { useExplanationQuery } = explanationApi;
