import { AUDIT_TARGET_TYPES } from '@ledgate/domain/catalogue/audit';
import { NAME_CHARACTERS_MAX, PAGE_SIZE_MAX } from '@ledgate/domain/catalogue/limits';
import { z } from 'zod';
import { leftOut, numberInQuery, page, pageFromOne, sizeInQuery, textUpTo, timeInQuery, timeS } from './fields.ts';
import { route } from './route.ts';
import * as ACCESS from './who-may.ts';

const fields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** One act of administration (docs/behaviour.md#audit). */
const auditRecordSchema = z.object({
  /** Its place in the ledger: later ones have higher numbers. */
  id: z.number().int(),
  created_at: timeS,
  /** 0: a process, which `actor_name` names. */
  actor_id: z.number().int(),
  /** As the person is called now. */
  actor_name: z.string(),
  /** `user.edit`, `option.set`. */
  action: z.string(),
  target_type: z.enum(AUDIT_TARGET_TYPES),
  /** Of users, channels, tokens and codes the number, of options the key, of price books the version or a model, of payment orders the number. */
  target_id: z.string(),
  /** Of a user, channel, token or code as it is called now; ''. */
  target_name: z.string(),
  /** Who the target is, or whose key it is; 0: nobody. */
  target_user_id: z.number().int(),
  /** The fields that changed, as they were and as they were set; a secret is `(hidden)`. */
  before: fields,
  after: fields,
  reason: z.string(),
  /** '' of a process. */
  request_id: z.string(),
  /** Of the caller; '' of a process, and of what a release before recorded. */
  address: z.string(),
});
export type AuditRecord = z.output<typeof auditRecordSchema>;

const textFilter = leftOut(textUpTo(NAME_CHARACTERS_MAX).trim());

/** What narrows the list; for whatever else tells the same records. */
export const auditFilters = {
  actor: textFilter,
  action: textFilter,
  target_type: leftOut(z.enum(AUDIT_TARGET_TYPES)),
  target_id: textFilter,
  start_timestamp: timeInQuery,
  end_timestamp: timeInQuery,
};

export const auditRoutes = {
  list: route({
    method: 'GET',
    path: '/api/audit/',
    ...ACCESS.audit.list,
    summary: 'Who has changed what, newest first; `before` asks for what is older than a record',
    query: z.object({
      p: pageFromOne,
      page_size: sizeInQuery(10, PAGE_SIZE_MAX),
      before: numberInQuery(0, 0, Number.MAX_SAFE_INTEGER),
      ...auditFilters,
    }),
    data: page(auditRecordSchema),
  }),
} as const;
