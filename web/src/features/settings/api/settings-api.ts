import { baseApi } from '../../../shared/api/base-api.ts';

export type Options = Readonly<Record<string, string>>;
/** Whether each option that is a secret is set; `set_time` (Unix seconds): null where it is not known. */
export type SecretFacts = Readonly<Record<string, { readonly set: boolean; readonly set_time: number | null }>>;

export const settingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    options: build.query<Options, void>({
      query: () => ({ url: '/api/option/' }),
      transformResponse: (list: readonly { key: string; value: string }[]) =>
        Object.fromEntries(list.map(({ key, value }) => [key, value])),
      providesTags: ['Option'],
    }),
    optionSecrets: build.query<SecretFacts, void>({
      query: () => ({ url: '/api/option/secrets' }),
      transformResponse: (list: readonly { key: string; set: boolean; set_time: number | null }[]) =>
        Object.fromEntries(list.map(({ key, ...facts }) => [key, facts])),
      providesTags: ['Option'],
    }),
    /** Saves one key; who saves several asks for the new list once, when all are done. */
    setOption: build.mutation<unknown, { key: string; value: string }>({
      query: (body) => ({ url: '/api/option/', method: 'PUT', body }),
    }),
    bindEmail: build.mutation<unknown, { readonly email: string; readonly code: string }>({
      query: (params) => ({ url: '/api/oauth/email/bind', params }),
      invalidatesTags: ['Self'],
    }),
    inviteCode: build.query<string, void>({ query: () => ({ url: '/api/user/aff' }) }),
    transferEarnings: build.mutation<unknown, number>({
      query: (quota) => ({ url: '/api/user/aff_transfer', method: 'POST', body: { quota } }),
      invalidatesTags: ['Self', 'Ledger', 'Log'],
    }),
  }),
});

export const {
  useOptionsQuery,
  useOptionSecretsQuery,
  useSetOptionMutation,
  useBindEmailMutation,
  useInviteCodeQuery,
  useTransferEarningsMutation,
} = settingsApi;
