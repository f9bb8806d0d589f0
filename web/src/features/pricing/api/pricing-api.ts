import type { PricingEntry, pricingRoutes } from '@ledgate/api/contract/pricing';
import type { BesideOf } from '@ledgate/api/contract/route';
import type { ApiError } from '../../../shared/api/api-error.ts';
import { baseApi } from '../../../shared/api/base-api.ts';

export type { PricingEntry };

/** Models with their ratios or prices, and the ratios of the groups that the caller may use. */
export type Pricing = {
  readonly models: readonly PricingEntry[];
  readonly groupRatios: Readonly<Record<string, number>>;
};

type Answer =
  | ({ readonly success: true; readonly data: readonly PricingEntry[] } & BesideOf<typeof pricingRoutes.list>)
  | { readonly success: false; readonly message: string };

export const pricingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The groups stand beside the data (docs/behaviour.md#prices-shown), so the whole answer is read. */
    pricing: build.query<Pricing, void>({
      queryFn: async (_none, _api, _options, call) => {
        const { data, error } = await call({ url: '/api/pricing', whole: true });
        if (error !== undefined) return { error };
        const answer = data as Answer;
        return answer.success
          ? { data: { models: answer.data, groupRatios: answer.group_ratio } }
          : {
              error: { kind: 'refused', status: 200, message: answer.message, requestId: undefined } satisfies ApiError,
            };
      },
      providesTags: ['Models', 'Option'],
    }),
  }),
});

export const { usePricingQuery } = pricingApi;
