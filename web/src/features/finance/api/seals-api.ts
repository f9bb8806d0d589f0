import type { LedgerKey, LedgerSeal, ledgerRoutes } from '@ledgate/api/contract/ledger';
import type { DataOf } from '@ledgate/api/contract/route';
import { baseApi } from '../../../shared/api/base-api.ts';

export type { LedgerKey, LedgerSeal };
export type SealsPage = DataOf<typeof ledgerRoutes.seals>;
export type SealTrouble = NonNullable<SealsPage['trouble']>;
type ConsistencyProof = DataOf<typeof ledgerRoutes.proof>;

const URL = '/api/ledger';

export const sealsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    seals: build.query<SealsPage, { readonly page: number; readonly size: number }>({
      query: ({ page, size }) => ({ url: `${URL}/seals`, params: { p: page, page_size: size } }),
      providesTags: ['Seal'],
    }),
    ledgerKeys: build.query<readonly LedgerKey[], void>({
      query: () => ({ url: `${URL}/keys` }),
      providesTags: ['Seal'],
    }),
    sealLedger: build.mutation<LedgerSeal, void>({
      query: () => ({ url: `${URL}/seal`, method: 'POST', body: {} }),
      invalidatesTags: ['Seal'],
    }),
    consistency: build.query<ConsistencyProof, { readonly from: number; readonly to: number }>({
      query: (params) => ({ url: `${URL}/proof`, params }),
    }),
  }),
});

export const { useSealsQuery, useLedgerKeysQuery, useSealLedgerMutation, useLazySealsQuery, useLazyConsistencyQuery } =
  sealsApi;
