import type { SentBody } from '@ledgate/api/contract/route';
import type { Token, tokenRoutes } from '@ledgate/api/contract/token';
import type { Counted } from '../../../shared/api/base-query.ts';
import { baseApi } from '../../../shared/api/base-api.ts';
import { type ListAsked, listParams } from '../../../shared/api/list-asked.ts';

export type { Token };
export type NewToken = SentBody<typeof tokenRoutes.create>;
export type TokenChange = SentBody<typeof tokenRoutes.edit>;

type TokensAsked = ListAsked & { readonly token: string };

export const tokensApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * A page, counted from 1 here and from 0 in the call (docs/behaviour.md#tokens), of all or of what a search finds: one query, so that old rows stay
     * while new ones come.
     */
    tokens: build.query<Counted<Token>, TokensAsked>({
      query: (asked) => ({
        url: asked.keyword === '' && asked.token === '' ? '/api/token/' : '/api/token/search',
        params: { ...listParams(asked), token: asked.token, p: asked.page - 1, size: asked.size },
        counted: true,
        tellsNotice: true,
      }),
      providesTags: ['Token'],
    }),
    token: build.query<Token, number>({ query: (id) => ({ url: `/api/token/${id}` }), providesTags: ['Token'] }),
    createToken: build.mutation<unknown, NewToken>({
      query: (body) => ({ url: '/api/token/', method: 'POST', body, tellsNotice: true }),
      invalidatesTags: ['Token'],
    }),
    /** Answers the keys of what it made, all or none. */
    createTokens: build.mutation<readonly string[], SentBody<typeof tokenRoutes.createMany>>({
      query: (body) => ({ url: '/api/token/batch', method: 'POST', body, tellsNotice: true }),
      invalidatesTags: ['Token'],
    }),
    editToken: build.mutation<Token, TokenChange>({
      query: (body) => ({ url: '/api/token/', method: 'PUT', body, tellsNotice: true }),
      invalidatesTags: ['Token', 'Ledger'],
    }),
    setTokenStatus: build.mutation<Token, SentBody<typeof tokenRoutes.setStatus>>({
      query: (body) => ({ url: '/api/token/', params: { status_only: true }, method: 'PUT', body }),
      invalidatesTags: ['Token'],
    }),
    deleteToken: build.mutation<unknown, number>({
      query: (id) => ({ url: `/api/token/${id}/`, method: 'DELETE' }),
      invalidatesTags: ['Token'],
    }),
  }),
});

export const {
  useTokensQuery,
  useTokenQuery,
  useCreateTokenMutation,
  useCreateTokensMutation,
  useEditTokenMutation,
  useSetTokenStatusMutation,
  useDeleteTokenMutation,
} = tokensApi;
