import type { SentBody } from '@ledgate/api/contract/route';
import type { LoginUser, sessionRoutes } from '@ledgate/api/contract/session';
import { baseApi } from '../../../shared/api/base-api.ts';

export const signInApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<LoginUser, SentBody<typeof sessionRoutes.login>>({
      query: (body) => ({ url: '/api/user/login', method: 'POST', body, ofSession: true }),
    }),
    register: build.mutation<unknown, SentBody<typeof sessionRoutes.register>>({
      query: (body) => ({ url: '/api/user/register', method: 'POST', body, tellsNotice: true }),
    }),
  }),
});

export const { useLoginMutation, useRegisterMutation } = signInApi;
