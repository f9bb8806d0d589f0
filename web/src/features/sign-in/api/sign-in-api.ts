import type { SentBody } from '@ledgate/api/contract/route';
import type { LoginUser, sessionRoutes } from '@ledgate/api/contract/session';
import type { BotChecked } from '../../../shared/bot-check/use-bot-check.tsx';
import { baseApi } from '../../../shared/api/base-api.ts';

export const signInApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<LoginUser, SentBody<typeof sessionRoutes.login> & BotChecked>({
      query: ({ turnstile, ...body }) => ({
        url: '/api/user/login',
        method: 'POST',
        params: { turnstile },
        body,
        ofSession: true,
      }),
    }),
    register: build.mutation<unknown, SentBody<typeof sessionRoutes.register> & BotChecked>({
      query: ({ turnstile, ...body }) => ({
        url: '/api/user/register',
        method: 'POST',
        params: { turnstile },
        body,
        tellsNotice: true,
      }),
    }),
  }),
});

export const { useLoginMutation, useRegisterMutation } = signInApi;
