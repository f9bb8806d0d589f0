import type { DataOf, SentBody } from '@ledgate/api/contract/route';
import type { mailRoutes } from '@ledgate/api/contract/mail';
import type { BotChecked } from '../../../shared/bot-check/use-bot-check.tsx';
import { baseApi } from '../../../shared/api/base-api.ts';

export const resetApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    mailResetLink: build.mutation<unknown, { readonly email: string } & BotChecked>({
      query: (params) => ({ url: '/api/reset_password', params }),
    }),
    /** Answers the new password. */
    resetPassword: build.mutation<DataOf<typeof mailRoutes.reset>, SentBody<typeof mailRoutes.reset>>({
      query: (body) => ({ url: '/api/user/reset', method: 'POST', body }),
    }),
  }),
});

export const { useMailResetLinkMutation, useResetPasswordMutation } = resetApi;
