import { baseApi } from '../api/base-api.ts';

export const mailApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Mails a code that proves an e-mail. */
    sendCode: build.mutation<unknown, string>({ query: (email) => ({ url: '/api/verification', params: { email } }) }),
  }),
});

export const { useSendCodeMutation } = mailApi;
