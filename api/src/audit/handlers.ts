import type { Position } from '@ledgate/domain/ports/event-store';
import { bringAudit } from '@ledgate/projections/directory/audit/bring-audit';
import { type AuditFilter, auditPage, type AuditRow } from '@ledgate/projections/queries/audit';
import type { AuditRecord, auditRoutes } from '../contract/audit.ts';
import type { QueryOf } from '../contract/route.ts';
import { done } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import { offsetFromOne } from '../http/paging.ts';
import { readToHead } from '../http/read-to-head.ts';
import type { ApiPorts } from '../ports.ts';

/** Read as the ledger has it: most of it is of no session that asks. Nothing changes or deletes a record. */
export const auditHandlers = (ports: ApiPorts): Handlers<typeof auditRoutes> => ({
  list: async ({ query, session }) => {
    await bringAudit(ports.store, ports.db);
    await readToHead(ports, session);
    const { rows, total } = await auditPage(ports.db, {
      filter: auditFilterOf(query),
      ...offsetFromOne(query),
      before: query.before === 0 ? undefined : (query.before as Position),
    });
    return done({ items: rows.map(auditAnswer), total, page: query.p, page_size: query.page_size });
  },
});

type Sent = Omit<QueryOf<typeof auditRoutes.list>, 'p' | 'page_size' | 'before'>;

export const auditFilterOf = (sent: Sent): AuditFilter => ({
  actor: given(sent.actor),
  action: given(sent.action),
  targetType: sent.target_type,
  targetId: given(sent.target_id),
  fromS: sent.start_timestamp === 0 ? undefined : sent.start_timestamp,
  toS: sent.end_timestamp === 0 ? undefined : sent.end_timestamp,
});

const given = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

export const auditAnswer = (row: AuditRow): AuditRecord => ({
  id: row.position,
  created_at: Math.floor(row.atMs / 1_000),
  actor_id: row.actorId ?? 0,
  actor_name: row.actorName,
  action: row.action,
  target_type: row.targetType,
  target_id: row.targetId,
  target_name: row.targetName,
  target_user_id: row.targetUserId ?? 0,
  before: { ...row.before },
  after: { ...row.after },
  reason: row.reason,
  request_id: row.requestId,
  address: row.address,
});
