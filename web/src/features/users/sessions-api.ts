import { baseApi } from '../../shared/api/base-api.ts';

const sessionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Answers how many. */
    endSessionsOf: build.mutation<number, number>({
      query: (id) => ({ url: `/api/user/${id}/sessions`, method: 'DELETE' }),
    }),
  }),
});

export const { useEndSessionsOfMutation } = sessionsApi;
