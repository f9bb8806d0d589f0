import { randomUUID } from 'node:crypto';
import { ROLE } from '@ledgate/domain/catalogue/roles';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { AuditFields } from '@ledgate/projections/directory/audit/administration';
import { orderExport } from '@ledgate/projections/directory/export-jobs/export-jobs';
import { EXPORTS_UNFINISHED_MAX } from '@ledgate/projections/directory/limits';
import { withDirectoryTransaction } from '@ledgate/projections/directory/transaction';
import { type ExportFault, type PlainOrder, plainOrderOf } from '@ledgate/projections/exports/asked-export';
import type { ExportOrder } from '@ledgate/projections/exports/order';
import { cutOf } from '../balance/cut.ts';
import type { financeExportRoutes } from '../contract/finance-export.ts';
import type { BodyOf } from '../contract/route.ts';
import { administration } from '../directory/administration.ts';
import { refusedAt, type Refused } from '../http/answer.ts';
import type { SignedCall } from '../http/call.ts';
import type { Problem } from '../http/problem.ts';
import type { ApiPorts } from '../ports.ts';
import { scopeOf } from '../statement/scope.ts';

type OrderCall = SignedCall & { readonly body: BodyOf<(typeof financeExportRoutes)['order']> };

/** The number of the job that a call orders, or why there is none; nothing is kept of a refused one. */
export async function ordered(ports: ApiPorts, call: OrderCall): Promise<{ readonly id: number } | Refused> {
  const { body, caller } = call;
  const plain = plainOrderOf({
    ...body,
    userId: body.user_id,
    tokenId: body.token_id,
    channelId: body.channel_id,
    rawText: body.raw_text,
  });
  if ('fault' in plain) return refusedAt(NAMES[plain.fault.field] ?? plain.fault.field, problemOf(plain.fault));
  const missing = await missingOf(ports, plain.order);
  if (missing !== undefined) return missing;
  const cut = await cutOf(
    ports,
    call,
    body.position === undefined ? { basis: 'head' } : { basis: 'position', position: body.position as Position },
  );
  if ('problem' in cut) return cut;
  // Records of administration may name people: who is not root sees that there was one.
  const order: ExportOrder = { ...plain.order, position: cut.position, audit: caller.role >= ROLE.root };
  const { value: id } = await withDirectoryTransaction(ports.db, null, async (tx) => {
    const job = await orderExport(tx.client, { userId: caller.id, order, file: `export-${randomUUID()}` });
    if (job !== undefined)
      tx.administered(administration(call, 'finance.export', `finance-export-${job}`, { after: told(order) }));
    return job;
  });
  return id === undefined ? refusedAt('layout', { code: 'too_many_exports', maximum: EXPORTS_UNFINISHED_MAX }) : { id };
}

/** As the call has them. */
const NAMES: Readonly<Partial<Record<ExportFault['field'], string>>> = {
  userId: 'user_id',
  tokenId: 'token_id',
  channelId: 'channel_id',
  rawText: 'raw_text',
};

function problemOf(fault: ExportFault): Problem {
  switch (fault.code) {
    case 'layout_unknown':
      return { code: fault.code, layouts: fault.choices };
    case 'format_unknown':
      return { code: fault.code, formats: fault.choices };
    case 'filter_unknown':
      return { code: fault.code, choices: fault.choices };
    case 'range_invalid':
      return { code: fault.code, why: 'order' };
    default:
      return { code: fault.code };
  }
}

/** What a filter names must be there, or have been charged; a group or a model that nothing was charged to is an export without rows. */
async function missingOf(ports: ApiPorts, { userId, tokenId, channelId }: PlainOrder): Promise<Refused | undefined> {
  for (const [scope, id] of [
    ['user', userId],
    ['token', tokenId],
    ['channel', channelId],
  ] as const) {
    if (id === undefined) continue;
    const found = await scopeOf(ports, { scope, id: String(id) });
    if ('problem' in found) return refusedAt(`${scope}_id`, found.problem);
  }
  return undefined;
}

/** For the record of who ordered it. */
const told = ({ range, position, ...order }: ExportOrder): AuditFields => ({
  layout: order.layout,
  format: order.format,
  start: range.fromS,
  end: range.toS ?? 0,
  zone: order.zone,
  position,
  user_id: order.userId ?? null,
  token_id: order.tokenId ?? null,
  channel_id: order.channelId ?? null,
  group: order.group ?? null,
  model: order.model ?? null,
  type: order.type ?? null,
  names: order.names,
  raw_text: order.rawText,
  detail: order.detail ?? null,
});
