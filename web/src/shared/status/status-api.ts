import type { PublicOptions } from '@ledgate/domain/options/public-options';
import { isJsonObject, parsedJson } from '@ledgate/domain/shared/json';
import { release } from '../connection/release.ts';
import { baseApi } from '../api/base-api.ts';
import { OPTIONS_BEFORE_STATUS } from './options-before-status.ts';

/** What the console uses of the public status record (docs/behaviour.md#status). */
export type StatusRecord = PublicOptions & { readonly version: string; readonly enable_online_topup: boolean };

const STORAGE_KEY = 'status';

const unknownStatus: StatusRecord = { version: '', enable_online_topup: false, ...OPTIONS_BEFORE_STATUS };

/** The last record seen, so that amounts have their unit before the first answer. */
function rememberedStatus(): StatusRecord {
  const found = parsedJson(localStorage.getItem(STORAGE_KEY) ?? '{}');
  return isJsonObject(found) ? { ...unknownStatus, ...found } : unknownStatus;
}

export const statusApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    status: build.query<StatusRecord, void>({
      query: () => ({ url: '/api/status' }),
      providesTags: ['Status'],
      onQueryStarted: async (_argument, { queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (!data) return;
        release.seen(data.version);
        localStorage.setItem(STORAGE_KEY, JSON.stringify(data));
      },
    }),
    homeContent: build.query<string, void>({
      query: () => ({ url: '/api/home_page_content' }),
      providesTags: ['Option'],
    }),
    notice: build.query<string, void>({ query: () => ({ url: '/api/notice' }), providesTags: ['Option'] }),
    about: build.query<string, void>({ query: () => ({ url: '/api/about' }), providesTags: ['Option'] }),
  }),
});

export const { useStatusQuery, useHomeContentQuery, useNoticeQuery, useAboutQuery } = statusApi;

const initial = rememberedStatus();

/** The status record: from the server, else the last one seen, else defaults. Every amount asks for it, so it is not asked again when one appears. */
export const useStatus = (): StatusRecord =>
  useStatusQuery(undefined, { refetchOnMountOrArgChange: false }).data ?? initial;
