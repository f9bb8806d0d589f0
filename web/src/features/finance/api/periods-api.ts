import type { Page } from '@ledgate/api/contract/fields';
import type { ClosePeriodBody, PeriodAnswer } from '@ledgate/api/contract/finance-period';
import type { Statement } from '@ledgate/api/contract/statement';
import { baseApi } from '../../../shared/api/base-api.ts';

export type Period = PeriodAnswer;
/** Of all accounts, in quota units. */
type Sums = Pick<Statement, 'opening' | 'charges' | 'refunds' | 'credits' | 'adjustments' | 'closing'>;

const URL = '/api/finance/periods/';

export const periodsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    periods: build.query<Page<Period>, { readonly page: number; readonly size: number }>({
      query: ({ page, size }) => ({ url: URL, params: { p: page, page_size: size } }),
      providesTags: ['Period'],
    }),
    periodSums: build.query<Sums, { readonly start: number; readonly end: number; readonly zone: string }>({
      query: (range) => ({ url: '/api/finance/statement', params: { scope: 'all', ...range, limit: 1 } }),
      keepUnusedDataFor: 0,
    }),
    closePeriod: build.mutation<Period, ClosePeriodBody>({
      query: (body) => ({ url: URL, method: 'POST', body }),
      invalidatesTags: ['Period', 'Ledger'],
    }),
    reopenPeriod: build.mutation<Period, { readonly id: number; readonly reason: string }>({
      query: ({ id, reason }) => ({ url: `${URL}${id}/reopen`, method: 'POST', body: { reason } }),
      invalidatesTags: ['Period', 'Ledger'],
    }),
  }),
});

export const { usePeriodsQuery, usePeriodSumsQuery, useClosePeriodMutation, useReopenPeriodMutation } = periodsApi;

/** The browser fetches it itself, however large it is. */
export const bundleUrl = ({ id }: Period): string => `${URL}${id}/file`;
