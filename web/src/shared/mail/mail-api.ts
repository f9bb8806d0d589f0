import type { BotChecked } from '../bot-check/use-bot-check.tsx';
import { baseApi } from '../api/base-api.ts';

export const mailApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Mails a code that proves an e-mail. */
    sendCode: build.mutation<unknown, { readonly email: string } & BotChecked>({
      query: (params) => ({ url: '/api/verification', params }),
    }),
  }),
});

export const { useSendCodeMutation } = mailApi;
