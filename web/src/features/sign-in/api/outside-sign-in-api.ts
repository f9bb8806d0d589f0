import type { LoginUser } from '@ledgate/api/contract/session';
import { baseApi } from '../../../shared/api/base-api.ts';
import type { PageProvider } from '../../../shared/outside/authorize.ts';
import type { SignedByTelegram } from '../../../shared/outside/telegram-dialog.tsx';
import type { Handed } from '../handed.ts';

type Answered = { readonly success: boolean; readonly message: string; readonly data?: LoginUser | null };

const outsideSignInApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** What a provider has handed on; the message tells whether somebody was signed in or an account was bound. */
    handOn: build.mutation<Answered, { readonly provider: PageProvider; readonly handed: Handed }>({
      query: ({ provider, handed }) => ({
        url: `/api/oauth/${provider}`,
        params: handed,
        whole: true,
        ofSession: true,
      }),
      invalidatesTags: ['Self'],
    }),
    signInByWeChat: build.mutation<LoginUser, { readonly code: string; readonly aff: string }>({
      query: (params) => ({ url: '/api/oauth/wechat', params, ofSession: true }),
    }),
    signInByTelegram: build.mutation<LoginUser, SignedByTelegram>({
      query: (signed) => ({ url: `/api/oauth/telegram/login?${String(new URLSearchParams(signed))}`, ofSession: true }),
    }),
  }),
});

export const { useHandOnMutation, useSignInByWeChatMutation, useSignInByTelegramMutation } = outsideSignInApi;
