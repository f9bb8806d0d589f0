import { EXPORT_FORMATS, EXPORT_LAYOUTS } from '@ledgate/domain/catalogue/export-layouts';
import { EXPORT_FAILURES, EXPORT_STATUSES } from '@ledgate/domain/catalogue/export-statuses';
import { NAME_CHARACTERS_MAX, PAGE_SIZE_MAX, TIME_S_MAX } from '@ledgate/domain/catalogue/limits';
import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { id, idParam, page, pageFromOne, sizeInQuery, textUpTo } from './fields.ts';
import { nothing, refusal, route } from './route.ts';

const word = textUpTo(NAME_CHARACTERS_MAX);
/** Unix seconds; 0, or left out: no bound. */
const bound = z.number().int().min(0).max(TIME_S_MAX).optional();

const orderSchema = z.strictObject({
  layout: word,
  format: word,
  /** From `start` (inclusive) to `end` (exclusive). */
  start: bound,
  end: bound,
  /** In place of both: `YYYY`, `YYYY-MM` or `YYYY-MM-DD` in the zone. */
  period: word.optional(),
  /** IANA; UTC where left out. */
  zone: word.optional(),
  /** What it sees of the ledger: everything up to here; left out: up to its head. */
  position: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  user_id: id.optional(),
  token_id: id.optional(),
  channel_id: id.optional(),
  group: word.optional(),
  /** The billed one. */
  model: word.optional(),
  /** Of events, such as `ConsumptionRecorded`. */
  type: word.optional(),
  /** False leaves out the columns of names, which can change; true where left out. */
  names: z.boolean().optional(),
  /** True leaves texts in CSV as they are that a spreadsheet would take for a formula. */
  raw_text: z.boolean().optional(),
  /** `day`: the journal as hledger or beancount, summed by day and account. */
  detail: word.optional(),
});
export type ExportOrderBody = z.input<typeof orderSchema>;

const numberOrNull = z.number().int().nullable();

const jobSchema = z.object({
  id: z.number().int(),
  layout: z.enum(EXPORT_LAYOUTS),
  format: z.enum(EXPORT_FORMATS),
  status: z.enum(EXPORT_STATUSES),
  /** Who ordered it; without a name where nobody knows that any more. */
  actor_id: z.number().int(),
  actor_name: z.string(),
  /** Unix seconds, of a period too; 0: no bound. */
  start: z.number().int(),
  end: z.number().int(),
  zone: z.string(),
  position: z.number().int(),
  /** What it is narrowed by; null: by nothing. */
  user_id: numberOrNull,
  token_id: numberOrNull,
  channel_id: numberOrNull,
  group: z.string().nullable(),
  model: z.string().nullable(),
  type: z.string().nullable(),
  names: z.boolean(),
  raw_text: z.boolean(),
  detail: z.string().nullable(),
  rows_done: z.number().int(),
  /** null: not known before the end. */
  rows_total: numberOrNull,
  bytes: z.number().int(),
  /** Hexadecimal; null before it is done. */
  sha256: z.string().nullable(),
  /** Why it failed, as a sentence, and as a word for programs; null where it has not. */
  error: z.string().nullable(),
  error_code: z.enum(EXPORT_FAILURES).nullable(),
  /** Unix seconds. */
  created_at: z.number().int(),
  finished_at: numberOrNull,
  /** From when on its file is kept no more. */
  expires_at: numberOrNull,
  /** Whether the caller may cancel it, or delete it with its file. */
  may_delete: z.boolean(),
  /** Whether the caller may have its file. */
  may_download: z.boolean(),
});
export type ExportJobAnswer = z.output<typeof jobSchema>;

const PATH = '/api/finance/exports/';

export const financeExportRoutes = {
  order: route({
    method: 'POST',
    path: PATH,
    ...ACCESS.financeExport.order,
    summary:
      'Orders an export: rows of a layout as a file, made in the background. It goes on whatever becomes of the process that makes it',
    body: orderSchema,
    data: jobSchema,
    refusal,
  }),
  list: route({
    method: 'GET',
    path: PATH,
    ...ACCESS.financeExport.list,
    summary: 'Exports of everybody, the newest first',
    query: z.object({ p: pageFromOne, page_size: sizeInQuery(10, PAGE_SIZE_MAX) }),
    data: page(jobSchema),
    refusal,
  }),
  get: route({
    method: 'GET',
    path: `${PATH}{id}`,
    ...ACCESS.financeExport.get,
    summary: 'One export, with how far it is',
    params: idParam,
    data: jobSchema,
    refusal,
  }),
  delete: route({
    method: 'DELETE',
    path: `${PATH}{id}`,
    ...ACCESS.financeExport.delete,
    summary:
      'Cancels an export that is not finished, and deletes a finished one with its file: who ordered it, and root',
    params: idParam,
    data: nothing,
    refusal,
  }),
  file: route({
    method: 'GET',
    path: `${PATH}{id}/file`,
    ...ACCESS.financeExport.file,
    ledFrom: '/exports',
    answers: 'file',
    fileTypes: ['text/csv', 'application/x-ndjson', 'application/vnd.apache.parquet', 'text/plain'],
    summary: 'The file of an export that is done, or the part that Range names; ETag is its SHA-256 in quotes',
    params: idParam,
    data: z.string(),
    refusal,
    statuses: {
      206: 'The part that Range names, where If-Range does not name another file',
      410: 'It was done, and its file is kept no more',
      412: 'If-Match names another file',
      416: 'The range begins behind the end of the file',
    },
  }),
} as const;
