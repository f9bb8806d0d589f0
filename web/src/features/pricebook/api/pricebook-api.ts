import type {
  DifferenceAnswer,
  PriceBookAnswer,
  priceBookRoutes,
  PricedModelAnswer,
  TermsAnswer,
} from '@ledgate/api/contract/pricebook';
import type { Page } from '@ledgate/api/contract/fields';
import type { DataOf, SentBody } from '@ledgate/api/contract/route';
import type { ApiError } from '../../../shared/api/api-error.ts';
import { baseApi } from '../../../shared/api/base-api.ts';
import { useOwnTexts } from '../../../shared/i18n/text.tsx';
import { pricebookTexts } from '../texts.ts';

export type PricedModel = PricedModelAnswer;
export type Terms = TermsAnswer;
export type Difference = DifferenceAnswer;
export type Version = PriceBookAnswer;
export type PriceTable = DataOf<typeof priceBookRoutes.prices>;
export type Differences = DataOf<typeof priceBookRoutes.differences>;
export type WholeVersion = DataOf<typeof priceBookRoutes.get>;
export type Quote = DataOf<typeof priceBookRoutes.quote>;
export type Change = SentBody<typeof priceBookRoutes.change>;

type Paged = { readonly page: number; readonly size: number };

export const priceBookApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    priceTable: build.query<PriceTable, Paged & { readonly keyword: string; readonly source: string }>({
      query: ({ page, size, ...sought }) => ({
        url: '/api/pricebook/prices',
        params: { ...sought, p: page, page_size: size },
      }),
      providesTags: ['PriceBook'],
    }),
    differences: build.query<
      Differences,
      Paged & { readonly keyword: string; readonly kind: string; readonly refused: string }
    >({
      query: ({ page, size, ...sought }) => ({
        url: '/api/pricebook/differences',
        params: { ...sought, p: page, page_size: size },
      }),
      providesTags: ['PriceBook'],
    }),
    versions: build.query<Page<Version>, Paged>({
      query: ({ page, size }) => ({ url: '/api/pricebook/', params: { p: page, page_size: size } }),
      providesTags: ['PriceBook'],
    }),
    version: build.query<WholeVersion, number>({
      query: (version) => ({ url: `/api/pricebook/${version}` }),
      providesTags: ['PriceBook'],
    }),
    publishChange: build.mutation<DataOf<typeof priceBookRoutes.change>, Change>({
      query: (body) => ({ url: '/api/pricebook', method: 'PUT', body, tellsNotice: true }),
      // What is sold, the options and what a dollar is worth are all views of the book.
      invalidatesTags: (_answer, failure) => (failure ? [] : ['PriceBook', 'Models', 'Option', 'Status']),
    }),
    /** Nothing is written. */
    quote: build.mutation<Quote, SentBody<typeof priceBookRoutes.quote>>({
      query: (body) => ({ url: '/api/pricebook/quote', method: 'POST', body }),
    }),
    refuseDifference: build.mutation<Difference, SentBody<typeof priceBookRoutes.refuse>>({
      query: (body) => ({ url: '/api/pricebook/differences', method: 'PUT', body }),
      invalidatesTags: ['PriceBook'],
    }),
  }),
});

export const {
  usePriceTableQuery,
  useDifferencesQuery,
  useVersionsQuery,
  useVersionQuery,
  usePublishChangeMutation,
  useQuoteMutation,
  useRefuseDifferenceMutation,
} = priceBookApi;

/** How many of those whose names hold a model's name are looked through for it. */
const NAMESAKES_MAX = 100;

type Skip = { readonly skip: boolean };

/** One model's prices, of whatever page of the table. */
export function usePricedModel(model: string, options: Skip) {
  const own = useOwnTexts(pricebookTexts);
  const query = usePriceTableQuery({ keyword: model, source: '', page: 1, size: NAMESAKES_MAX }, options);
  const data = query.data?.items.find((row) => row.model === model);
  return { ...query, data, error: query.error ?? (query.data && !data ? missing(own.notPriced) : undefined) };
}

/** What the catalogue says otherwise of one model, refused or not. */
export function useDifferenceOf(model: string, options: Skip) {
  const own = useOwnTexts(pricebookTexts);
  const query = useDifferencesQuery({ keyword: model, kind: '', refused: '', page: 1, size: NAMESAKES_MAX }, options);
  const data = query.data?.items.find((row) => row.model === model);
  return { ...query, data, error: query.error ?? (query.data && !data ? missing(own.notDifferent) : undefined) };
}

const missing = (message: string): ApiError => ({ kind: 'refused', status: 200, message, requestId: undefined });
