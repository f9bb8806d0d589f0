import type { priceBookRoutes } from '@ledgate/api/contract/pricebook';
import type { DataOf, SentBody } from '@ledgate/api/contract/route';
import { baseApi } from '../api/base-api.ts';

export type BigChanges = DataOf<typeof priceBookRoutes.bigChanges>;

const bigChangesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Nothing is written. */
    bigChanges: build.mutation<BigChanges, SentBody<typeof priceBookRoutes.bigChanges>>({
      query: (body) => ({ url: '/api/pricebook/big_changes', method: 'POST', body }),
    }),
  }),
});

export const { useBigChangesMutation } = bigChangesApi;
