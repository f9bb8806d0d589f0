import { randomUUID } from 'node:crypto';
import type { RecordedAction, RecordedTarget } from '@ledgate/domain/catalogue/audit';
import type { UserId } from '@ledgate/domain/shared/ids';
import { execute, type Queryable } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { noteAddress } from './addresses.ts';

/** Field values as JSON; never a secret (see `changedFields`). */
export type AuditFields = Readonly<Record<string, string | number | boolean | null>>;

/** One administrative change: who did what to whom, and why (docs/architecture.md#audit). */
export type Administration = {
  /** null: no person. `process` then says who. */
  readonly actorId: UserId | null;
  /** A process that acts by itself: `relay`. Not given for a person. */
  readonly process?: string;
  readonly action: RecordedAction;
  readonly target: RecordedTarget;
  readonly before: AuditFields;
  readonly after: AuditFields;
  readonly reason: string;
  readonly requestId: string;
  /** Of who called; not given for a process. It is kept beside the record, never in an event. */
  readonly address?: string;
};

/** What an audit outbox row carries: the data of AdministrationRecorded. */
export type AuditRecord = Omit<Administration, 'process' | 'address'>;

/** Who did it, as metadata of events have it. */
export const actorOf = ({ actorId, process: name }: Pick<Administration, 'actorId' | 'process'>): string =>
  actorId === null ? (name ?? 'ledgate') : `user-${actorId}`;

/** Writes the audit outbox row and the caller's address, in the order of commits when the directory's head row is locked. */
export async function recordAdministration(
  db: Queryable,
  administration: Administration,
  nowMs: number,
): Promise<void> {
  const { actorId, action, target, before, after, reason, requestId } = administration;
  await noteAddress(db, administration);
  const record: AuditRecord = { actorId, action, target, before, after, reason, requestId };
  await execute(
    db,
    query('directory.audit_outbox').insert({
      command_id: `audit-${randomUUID()}`,
      record: JSON.stringify(record),
      recorded_at_ms: nowMs,
      actor: actorOf(administration),
    }),
  );
}
