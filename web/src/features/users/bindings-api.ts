import type { Binding } from '@ledgate/api/contract/outside-account';
import { baseApi } from '../../shared/api/base-api.ts';

const bindingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    unbindUser: build.mutation<unknown, { readonly id: number; readonly binding: Binding }>({
      query: ({ id, binding }) => ({ url: `/api/user/${id}/binding/${binding}`, method: 'DELETE' }),
      invalidatesTags: ['User', 'Self'],
    }),
  }),
});

export const { useUnbindUserMutation } = bindingsApi;
