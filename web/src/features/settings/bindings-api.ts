import type { Binding } from '@ledgate/api/contract/outside-account';
import { baseApi } from '../../shared/api/base-api.ts';
import type { SignedByTelegram } from '../../shared/outside/telegram-dialog.tsx';

const bindingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    bindWeChat: build.mutation<unknown, string>({
      query: (code) => ({ url: '/api/oauth/wechat/bind', params: { code } }),
      invalidatesTags: ['Self'],
    }),
    bindTelegram: build.mutation<unknown, SignedByTelegram>({
      query: (signed) => ({ url: `/api/oauth/telegram/bind?${String(new URLSearchParams(signed))}`, leadsOn: true }),
      invalidatesTags: ['Self'],
    }),
    unbindOwn: build.mutation<unknown, Binding>({
      query: (binding) => ({ url: `/api/user/self/binding/${binding}`, method: 'DELETE' }),
      invalidatesTags: ['Self'],
    }),
  }),
});

export const { useBindWeChatMutation, useBindTelegramMutation, useUnbindOwnMutation } = bindingsApi;
