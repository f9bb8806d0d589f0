import type { Page } from '@ledgate/api/contract/fields';
import type { ExportJobAnswer, ExportOrderBody } from '@ledgate/api/contract/finance-export';
import { baseApi } from '../../../shared/api/base-api.ts';

export type ExportJob = ExportJobAnswer;

const URL = '/api/finance/exports/';

export const exportsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    exports: build.query<Page<ExportJob>, { readonly page: number; readonly size: number }>({
      query: ({ page, size }) => ({ url: URL, params: { p: page, page_size: size } }),
      providesTags: ['Export'],
    }),
    orderExport: build.mutation<ExportJob, ExportOrderBody>({
      query: (body) => ({ url: URL, method: 'POST', body }),
      invalidatesTags: ['Export'],
    }),
    deleteExport: build.mutation<unknown, number>({
      query: (id) => ({ url: `${URL}${id}`, method: 'DELETE' }),
      invalidatesTags: ['Export'],
    }),
  }),
});

export const { useExportsQuery, useOrderExportMutation, useDeleteExportMutation } = exportsApi;

/** The browser fetches it itself, however large it is, and goes on where a connection broke. */
export const exportFileUrl = ({ id }: ExportJob): string => `${URL}${id}/file`;
