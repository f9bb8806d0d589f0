import type { Proved, Receipt, ReceiptAnswer, receiptRoutes } from '@ledgate/api/contract/receipt';
import type { DataOf } from '@ledgate/api/contract/route';
import { baseApi } from '../api/base-api.ts';

export type { Proved, Receipt, ReceiptAnswer };

/** What a call for a receipt is refused with where there is none to be seen. */
export const RECEIPT_MISSING = 'receipt_missing';

/** Where a receipt stands as a page: the address that people send each other. */
export const receiptPath = (requestId: string): string => `/receipt/${encodeURIComponent(requestId)}`;

/** The receipt of one request with its proof, or of a session the requests it is made of; who reads money sees everybody's, with attempts and postings. */
export const receiptApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    receipt: build.query<DataOf<typeof receiptRoutes.get>, string>({
      query: (requestId) => ({ url: `/api${receiptPath(requestId)}` }),
      providesTags: ['Log'],
    }),
  }),
});

export const { useReceiptQuery } = receiptApi;
