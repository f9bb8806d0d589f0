import type { AuditRecord } from '@ledgate/api/contract/audit';
import type { Page } from '@ledgate/api/contract/fields';
import { baseApi } from '../../../shared/api/base-api.ts';

type Narrowed = {
  readonly actor: string;
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string;
  /** Unix seconds; 0: no bound. */
  readonly start: number;
  readonly end: number;
};
type AuditAsked = Narrowed & { readonly page: number; readonly size: number };

/** The filters as the calls of the list and of its file take them. */
export const auditParams = ({ actor, action, targetType, targetId, start, end }: Narrowed) => ({
  actor,
  action,
  target_type: targetType,
  target_id: targetId,
  start_timestamp: start,
  end_timestamp: end,
});

export const auditApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    audit: build.query<Page<AuditRecord>, AuditAsked>({
      query: ({ page, size, ...narrowed }) => ({
        url: '/api/audit/',
        params: { p: page, page_size: size, ...auditParams(narrowed) },
      }),
      // Whatever is done on other pages adds to it.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useAuditQuery } = auditApi;
