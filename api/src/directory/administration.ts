import type { RecordedAction, RecordedTarget } from '@ledgate/domain/catalogue/audit';
import type { Administration, AuditFields } from '@ledgate/projections/directory/audit/administration';
import { changedFields } from '@ledgate/projections/directory/audit/changed-fields';
import type { SignedCall } from '../http/call.ts';

type Changed = { readonly before: AuditFields; readonly after: AuditFields };

/** The record of one administrative act (docs/architecture.md#audit): `channel.edit` on `channel-17`. */
export const administration = (
  call: SignedCall,
  action: RecordedAction,
  target: RecordedTarget,
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
  address: call.address,
});

/** The same for a row as it was and as it is now; secrets are hidden. undefined: it is as it was. */
export const administrationOf = (
  call: SignedCall,
  action: RecordedAction,
  target: RecordedTarget,
  { before, after }: { readonly before: object; readonly after: object },
): Administration | undefined => {
  const fields = changedFields(before, after);
  return Object.keys(fields.after).length === 0 ? undefined : administration(call, action, target, fields);
};
