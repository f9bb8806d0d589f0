import type { Page } from '@ledgate/api/contract/fields';
import type { Code, redemptionRoutes } from '@ledgate/api/contract/redemption';
import type { SentBody } from '@ledgate/api/contract/route';
import { baseApi } from '../../../shared/api/base-api.ts';
import { type ListAsked, listParams } from '../../../shared/api/list-asked.ts';

export type { Code };

export const redemptionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    codes: build.query<Page<Code>, ListAsked>({
      query: (asked) => ({
        url: asked.keyword === '' ? '/api/redemption/' : '/api/redemption/search',
        params: { ...listParams(asked), p: asked.page, page_size: asked.size },
      }),
      providesTags: ['Redemption'],
    }),
    code: build.query<Code, number>({
      query: (id) => ({ url: `/api/redemption/${id}` }),
      providesTags: ['Redemption'],
    }),
    createCodes: build.mutation<readonly string[], SentBody<typeof redemptionRoutes.create>>({
      query: (body) => ({ url: '/api/redemption/', method: 'POST', body, tellsNotice: true }),
      invalidatesTags: ['Redemption'],
    }),
    editCode: build.mutation<Code, { id: number; name: string; quota: number }>({
      query: (body) => ({ url: '/api/redemption/', method: 'PUT', body }),
      invalidatesTags: ['Redemption'],
    }),
    setCodeStatus: build.mutation<Code, SentBody<typeof redemptionRoutes.setStatus>>({
      query: (body) => ({ url: '/api/redemption/', params: { status_only: true }, method: 'PUT', body }),
      invalidatesTags: ['Redemption'],
    }),
    deleteCode: build.mutation<unknown, number>({
      query: (id) => ({ url: `/api/redemption/${id}/`, method: 'DELETE' }),
      invalidatesTags: ['Redemption'],
    }),
  }),
});

export const {
  useCodesQuery,
  useCodeQuery,
  useCreateCodesMutation,
  useEditCodeMutation,
  useSetCodeStatusMutation,
  useDeleteCodeMutation,
} = redemptionsApi;
