import type { Channel, channelRoutes } from '@ledgate/api/contract/channel';
import type { DataOf, SentBody } from '@ledgate/api/contract/route';
import type { Counted } from '../../../shared/api/base-query.ts';
import { baseApi } from '../../../shared/api/base-api.ts';
import { type ListAsked, listParams } from '../../../shared/api/list-asked.ts';

export type { Channel };
export type NewChannel = SentBody<typeof channelRoutes.create>;
export type ChannelChange = SentBody<typeof channelRoutes.edit>;
export type TestResult = { readonly success: boolean; readonly message: string; /** Seconds. */ readonly time: number };

type ChannelsAsked = ListAsked & {
  readonly group: string;
  readonly model: string;
  readonly type?: string;
  readonly tag?: string;
};

export const channelsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * A page, counted from 1 here and from 0 in the call (docs/behaviour.md#channels), of all or of what a search finds: one query, so that old rows stay
     * while new ones come.
     */
    channels: build.query<Counted<Channel>, ChannelsAsked>({
      query: ({ group, model, type, tag, ...asked }) => ({
        url: asked.keyword === '' && group === '' && model === '' ? '/api/channel/' : '/api/channel/search',
        params: { ...listParams(asked), group, model, type, tag, p: asked.page - 1, page_size: asked.size },
        counted: true,
      }),
      providesTags: ['Channel'],
    }),
    channel: build.query<Channel, number>({
      query: (id) => ({ url: `/api/channel/${id}` }),
      providesTags: ['Channel'],
    }),
    modelsByType: build.query<Readonly<Record<string, readonly string[]>>, void>({
      query: () => ({ url: '/api/models' }),
      providesTags: ['Models'],
    }),
    allModels: build.query<readonly string[], void>({
      query: () => ({ url: '/api/channel/models' }),
      transformResponse: (models: readonly { id: string }[]) => [...new Set(models.map(({ id }) => id))],
      providesTags: ['Models'],
    }),
    upstreamModels: build.mutation<
      readonly string[],
      { id: number } | { base_url: string; type: number; key: string; setting: string }
    >({
      query: (of) =>
        'id' in of
          ? { url: `/api/channel/fetch_models/${of.id}` }
          : { url: '/api/channel/fetch_models', method: 'POST', body: of },
    }),
    unpricedModels: build.query<DataOf<typeof channelRoutes.unpriced>, SentBody<typeof channelRoutes.unpriced>>({
      query: (body) => ({ url: '/api/channel/unpriced', method: 'POST', body }),
    }),
    createChannel: build.mutation<unknown, NewChannel>({
      query: (body) => ({ url: '/api/channel/', method: 'POST', body }),
      invalidatesTags: ['Channel', 'Models'],
    }),
    editChannel: build.mutation<Channel, ChannelChange>({
      query: (body) => ({ url: '/api/channel/', method: 'PUT', body }),
      invalidatesTags: ['Channel', 'Models'],
    }),
    enableChannelKey: build.mutation<unknown, SentBody<typeof channelRoutes.enableKey>>({
      query: (body) => ({ url: '/api/channel/key/enabled', method: 'POST', body }),
      invalidatesTags: ['Channel'],
    }),
    deleteChannel: build.mutation<unknown, number>({
      query: (id) => ({ url: `/api/channel/${id}/`, method: 'DELETE' }),
      invalidatesTags: ['Channel', 'Models'],
    }),
    deleteChannels: build.mutation<number, SentBody<typeof channelRoutes.deleteMany>>({
      query: (body) => ({ url: '/api/channel/batch', method: 'POST', body }),
      invalidatesTags: ['Channel', 'Models'],
    }),
    tagChannels: build.mutation<number, SentBody<typeof channelRoutes.tagMany>>({
      query: (body) => ({ url: '/api/channel/batch/tag', method: 'POST', body }),
      invalidatesTags: ['Channel'],
    }),
    testChannel: build.mutation<TestResult, { id: number; model: string }>({
      query: ({ id, model }) => ({ url: `/api/channel/test/${id}`, params: { model }, whole: true }),
      invalidatesTags: ['Channel'],
    }),
  }),
});

export const {
  useChannelsQuery,
  useChannelQuery,
  useModelsByTypeQuery,
  useAllModelsQuery,
  useUpstreamModelsMutation,
  useUnpricedModelsQuery,
  useCreateChannelMutation,
  useEditChannelMutation,
  useEnableChannelKeyMutation,
  useDeleteChannelMutation,
  useDeleteChannelsMutation,
  useTagChannelsMutation,
  useTestChannelMutation,
} = channelsApi;
