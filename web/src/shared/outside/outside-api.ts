import { baseApi } from '../api/base-api.ts';

const outsideApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** A state of a sign-in at a provider's page; `aff`: the inviter's code, '' for none. */
    outsideState: build.mutation<string, { readonly aff: string }>({
      query: (params) => ({ url: '/api/oauth/state', params }),
    }),
  }),
});

export const { useOutsideStateMutation } = outsideApi;
