import type { Administration, AuditFields } from '@ledgate/projections/directory/audit/administration';
import { changedFields } from '@ledgate/projections/directory/audit/changed-fields';
import type { SignedCall } from '../http/call.ts';

type Changed = { readonly before: AuditFields; readonly after: AuditFields };

/** The record of one administrative act (docs/architecture.md#audit): `channel.edit` on `channel-17`. */
export const administration = (
  call: SignedCall,
  action: string,
  target: string,
  fields: Partial<Changed> = {},
  reason = '',
): Administration => ({
  actorId: call.caller.id,
  action,
  target,
  before: fields.before ?? {},
  after: fields.after ?? {},
  reason,
  requestId: call.requestId,
});

/** The same for a row as it was and as it is now; secrets are hidden. */
export const administrationOf = (
  call: SignedCall,
  action: string,
  target: string,
  { before, after }: { readonly before: object; readonly after: object },
): Administration => administration(call, action, target, changedFields(before, after));
