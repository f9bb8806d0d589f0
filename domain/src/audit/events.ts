import { z } from 'zod';
import { userIdSchema } from '../shared/schemas.ts';

const fields = z.record(z.string(), z.json());
const count = z.number().int().min(0);

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
  /**
   * A signed note over the first `size` events (all but those of this stream), whose Merkle tree has the `root` (base64); `origin` names the ledger, `keyId`
   * (hex) the key. What an earlier release calls so is no seal: it has no origin.
   */
  LedgerSealed: z.union([
    z.strictObject({
      origin: z.string().min(1),
      size: count,
      root: z.string().min(1),
      previousSize: count,
      note: z.string().min(1),
      keyId: z.string().min(1),
    }),
    z.strictObject({ origin: z.null(), position: count, digest: z.string(), previous: z.string() }),
  ]),
  /** The key `vkey` signs from the size `fromSize` on, as `note` says, in place of `previous`, where there was one. */
  SigningKeyChanged: z.strictObject({
    vkey: z.string().min(1),
    previous: z.string().min(1).optional(),
    fromSize: count,
    note: z.string().min(1),
  }),
} as const;

type AuditEventType = keyof typeof auditEventSchemas;
export type AuditEvent = {
  [Type in AuditEventType]: { readonly type: Type; readonly data: z.infer<(typeof auditEventSchemas)[Type]> };
}[AuditEventType];

/** @param month `202611` */
export const auditStream = (month: string): string => `audit-${month}`;
export const SEAL_STREAM = 'seal';
