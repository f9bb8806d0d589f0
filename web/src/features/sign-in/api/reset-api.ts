import type { DataOf, SentBody } from '@ledgate/api/contract/route';
import type { mailRoutes } from '@ledgate/api/contract/mail';
import { baseApi } from '../../../shared/api/base-api.ts';

export const resetApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    mailResetLink: build.mutation<unknown, string>({
      query: (email) => ({ url: '/api/reset_password', params: { email } }),
    }),
    /** Answers the new password. */
    resetPassword: build.mutation<DataOf<typeof mailRoutes.reset>, SentBody<typeof mailRoutes.reset>>({
      query: (body) => ({ url: '/api/user/reset', method: 'POST', body }),
    }),
  }),
});

export const { useMailResetLinkMutation, useResetPasswordMutation } = resetApi;
