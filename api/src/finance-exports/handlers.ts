import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportFormat } from '@ledgate/domain/catalogue/export-layouts';
import { ROLE } from '@ledgate/domain/catalogue/roles';
import {
  cancelExport,
  deleteExport,
  type ExportJob,
  exportFileName,
  findExport,
  listExports,
} from '@ledgate/projections/directory/export-jobs/export-jobs';
import type { UserRow } from '@ledgate/projections/directory/rows';
import { withDirectoryTransaction } from '@ledgate/projections/directory/transaction';
import { usernamesOf } from '@ledgate/projections/directory/users/list';
import type { Queryable } from '@ledgate/projections/shared/database';
import type { ExportJobAnswer, financeExportRoutes } from '../contract/finance-export.ts';
import { administration } from '../directory/administration.ts';
import { DONE, done, refusedAt, type Refused } from '../http/answer.ts';
import type { Handlers, SignedCall } from '../http/call.ts';
import { offsetFromOne } from '../http/paging.ts';
import type { StoredFile } from '../http/send-stored.ts';
import { exportFailureText } from '../messages/export-failure.ts';
import type { ApiPorts } from '../ports.ts';
import { ordered } from './ordered.ts';

/** Files of finance that are made in the background (docs/behaviour.md#exports). */
export const financeExportHandlers = (ports: ApiPorts): Handlers<typeof financeExportRoutes> => ({
  order: async (call) => {
    const made = await ordered(ports, call);
    return 'problem' in made ? made : one(ports, call, made.id);
  },

  list: async (call) => {
    const { p, page_size } = call.query;
    const { items, total } = await listExports(ports.db, offsetFromOne(call.query));
    return done({ items: await answers(ports, call, items), total, page: p, page_size });
  },

  get: (call) => one(ports, call, call.params.id),

  delete: async (call) => {
    const job = await findExport(ports.db, call.params.id);
    if (job === undefined) return MISSING;
    if (!mayDelete(job, call.caller)) return NOT_HIS;
    const { value: act } = await withDirectoryTransaction(ports.db, null, async (tx) => {
      const did = await ended(tx.client, job);
      // One that has ended in the moment of its cancelling stays as it is.
      if (did === undefined) return undefined;
      const fields = { before: { status: job.status }, after: { status: did, layout: job.order.layout } };
      tx.administered(administration(call, 'finance.export_delete', `finance-export-${job.id}`, fields));
      return did;
    });
    // A worker that still writes it ends within its next sign of life, and takes its own away; what stays of others is swept by it.
    if (act === 'deleted') await rm(pathOf(ports, job), { force: true });
    return DONE;
  },

  file: async (call) => {
    const job = await findExport(ports.db, call.params.id);
    if (job === undefined) return MISSING;
    if (!mayDownload(job, call.caller)) return NOT_HIS;
    if (job.status !== 'done') return refusedAt('id', { code: 'export_not_done', status: job.status });
    if ((job.expiresMs ?? 0) <= call.nowMs) return refusedAt('id', { code: 'export_expired' });
    const path = pathOf(ports, job);
    const size = await stat(path).then(
      (found) => found.size,
      () => undefined,
    );
    if (size !== job.bytes) {
      ports.log.error(
        { alarm: true, exportId: job.id, path, bytes: job.bytes, seen: size },
        'the file of an export is not there whole',
      );
      return MISSING;
    }
    const { layout, format } = job.order;
    const file: StoredFile = {
      path,
      name: `${layout.replaceAll('_', '-')}-${job.id}.${format}`,
      type: TYPES[format],
      etag: `"${job.sha256}"`,
    };
    // A file stands in the place of data.
    return { ok: true, data: undefined as never, file };
  },
});

const MISSING: Refused = refusedAt('id', { code: 'export_missing' });
const NOT_HIS: Refused = {
  ok: false,
  problem: { code: 'role_too_low' },
  beside: { code: 'permission_lacking', field: 'id' },
};

/** What became of it; undefined: nothing, since it is no more what it was. */
async function ended(client: Queryable, { id, status }: ExportJob): Promise<'cancelled' | 'deleted' | undefined> {
  if (status === 'queued' || status === 'running') return (await cancelExport(client, id)) ? 'cancelled' : undefined;
  return (await deleteExport(client, id)) > 0 ? 'deleted' : undefined;
}

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  hledger: 'text/plain; charset=utf-8',
  beancount: 'text/plain; charset=utf-8',
};

const pathOf = ({ settings }: ApiPorts, { file, attempt, order }: ExportJob): string =>
  join(settings.exportDir, exportFileName(file, attempt, order));

const mayDelete = ({ userId }: ExportJob, caller: UserRow): boolean => caller.id === userId || caller.role >= ROLE.root;

/** Records of administration, which root alone reads, stand in full in a file of events that root ordered. */
const mayDownload = ({ order }: ExportJob, caller: UserRow): boolean =>
  caller.role >= ROLE.root || !(order.audit && order.layout === 'events');

async function one(ports: ApiPorts, call: SignedCall, id: number) {
  const job = await findExport(ports.db, id);
  const [answer] = job === undefined ? [] : await answers(ports, call, [job]);
  return answer === undefined ? MISSING : done(answer);
}

async function answers(
  { db }: ApiPorts,
  { caller, language }: SignedCall,
  jobs: readonly ExportJob[],
): Promise<ExportJobAnswer[]> {
  const names = await usernamesOf(db, [...new Set(jobs.map(({ userId }) => userId))]);
  return jobs.map((job) => {
    const { order } = job;
    return {
      id: job.id,
      layout: order.layout,
      format: order.format,
      status: job.status,
      actor_id: job.userId,
      actor_name: names.get(job.userId) ?? '',
      start: order.range.fromS,
      end: order.range.toS ?? 0,
      zone: order.zone,
      position: order.position,
      user_id: order.userId ?? null,
      token_id: order.tokenId ?? null,
      channel_id: order.channelId ?? null,
      group: order.group ?? null,
      model: order.model ?? null,
      type: order.type ?? null,
      names: order.names,
      raw_text: order.rawText,
      detail: order.detail ?? null,
      rows_done: job.rowsDone,
      rows_total: job.rowsTotal,
      bytes: job.bytes,
      sha256: job.sha256 === '' ? null : job.sha256,
      error: job.failure === '' ? null : exportFailureText(job.failure, language),
      error_code: job.failure === '' ? null : job.failure,
      created_at: Math.floor(job.createdMs / 1_000),
      finished_at: job.finishedMs === null ? null : Math.floor(job.finishedMs / 1_000),
      expires_at: job.expiresMs === null ? null : Math.floor(job.expiresMs / 1_000),
      may_delete: mayDelete(job, caller),
      may_download: mayDownload(job, caller),
    };
  });
}
