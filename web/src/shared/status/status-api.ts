import type { Status } from '@ledgate/api/contract/status';
import { baseApi } from '../api/base-api.ts';

/** What the console uses of the public status record (docs/behaviour.md#status). */
export type StatusRecord = Pick<
  Status,
  | 'version'
  | 'system_name'
  | 'logo'
  | 'footer_html'
  | 'quota_per_unit'
  | 'display_in_currency'
  | 'enable_data_export'
  | 'email_verification'
  | 'top_up_link'
  | 'server_address'
  | 'default_collapse_sidebar'
  | 'demo_site_enabled'
  | 'register_enabled'
  | 'password_register_enabled'
>;

const STORAGE_KEY = 'status';

const unknownStatus: StatusRecord = {
  version: '',
  system_name: 'Ledgate',
  logo: '',
  footer_html: '',
  quota_per_unit: 500_000,
  display_in_currency: true,
  enable_data_export: true,
  email_verification: false,
  top_up_link: '',
  server_address: '',
  default_collapse_sidebar: false,
  demo_site_enabled: false,
  register_enabled: true,
  password_register_enabled: true,
};

/** The last record seen, so that amounts have their unit before the first answer. */
function rememberedStatus(): StatusRecord {
  try {
    return { ...unknownStatus, ...(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<StatusRecord>) };
  } catch {
    return unknownStatus;
  }
}

export const statusApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    status: build.query<StatusRecord, void>({
      query: () => ({ url: '/api/status' }),
      providesTags: ['Status'],
      onQueryStarted: async (_argument, { queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (data) localStorage.setItem(STORAGE_KEY, JSON.stringify(data));
      },
    }),
    homeContent: build.query<string, void>({
      query: () => ({ url: '/api/home_page_content' }),
      providesTags: ['Option'],
    }),
  }),
});

export const { useStatusQuery, useHomeContentQuery } = statusApi;

const initial = rememberedStatus();

/** The status record: from the server, else the last one seen, else defaults. Every amount asks for it, so it is not asked again when one appears. */
export const useStatus = (): StatusRecord =>
  useStatusQuery(undefined, { refetchOnMountOrArgChange: false }).data ?? initial;
