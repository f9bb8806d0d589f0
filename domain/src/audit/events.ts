import { z } from 'zod';
import { userIdSchema } from '../shared/schemas.ts';

const fields = z.record(z.string(), z.json());

/**
 * Every event of the streams `audit-{yyyymm}` and `seal` by type. `before` and `after` hold the fields that changed, never a secret;
 * `actorId` is null where a process acted by itself, which the metadata then names.
 */
export const auditEventSchemas = {
  AdministrationRecorded: z.strictObject({
    actorId: userIdSchema.nullable(),
    action: z.string().min(1),
    target: z.string(),
    before: fields,
    after: fields,
    reason: z.string(),
    requestId: z.string(),
  }),
  LedgerSealed: z.strictObject({ position: z.number().int().min(0), digest: z.string(), previous: z.string() }),
} as const;

type AuditEventType = keyof typeof auditEventSchemas;
export type AuditEvent = {
  [Type in AuditEventType]: { readonly type: Type; readonly data: z.infer<(typeof auditEventSchemas)[Type]> };
}[AuditEventType];

/** @param month `202611` */
export const auditStream = (month: string): string => `audit-${month}`;
export const SEAL_STREAM = 'seal';
