import { createHash } from 'node:crypto';
import { canonicalJson } from '@ledgate/domain/shared/canonical-json';
import { EXPORT_NOTE_EVERY_MS } from '../limits.ts';
import type { FileFormat } from './files/file-format.ts';
import { parquetFormat } from './files/parquet-format.ts';
import { type Mark, PartFile, positionOfPart, removePart } from './files/part-file.ts';

export { positionOfPart };
import { csvFormat, jsonLinesFormat, linesFormat } from './files/text-format.ts';
import type { Column, ExportRow, ExportSource, Layout } from './layout.ts';
import { layoutOf } from './layouts.ts';
import type { ExportOrder } from './order.ts';

export type ExportProgress = { readonly rowsDone: number; readonly rowsTotal: number | null; readonly bytes: number };

/** A whole file. `sha256`: hexadecimal. */
export type ExportedFile = { readonly rows: number; readonly bytes: number; readonly sha256: string };

export type WriteOptions = {
  /** Where the whole file is to stand. What is not whole stands in `{path}.part`, with how far it has come in `{path}.progress`. */
  readonly path: string;
  /** Whether to go on from what an interrupted call left there; what was left of another order is begun anew. */
  readonly resume: boolean;
  readonly signal: AbortSignal;
  /** At most once a second, and at the end; `bytes` are those in the file. */
  readonly onProgress: (progress: ExportProgress) => void;
  /** How often it is noted, and told, how far it is, at most; EXPORT_NOTE_EVERY_MS where left out. */
  readonly noteEveryMs?: number;
};

/**
 * Writes what an order says, in flat memory; the same order gives the same bytes. The file is there whole or not at all, whatever fails: what is not whole
 * stays beside it to be gone on with (`removePart` removes it), but for a disk that took no more, which leaves nothing. Throws what the disk, the store or the
 * database says, and the signal's reason.
 */
export function writeExport(source: ExportSource, order: ExportOrder, options: WriteOptions): Promise<ExportedFile> {
  return writeLayout(source, layoutOf(order), order, options);
}

/** The same of a layout at hand. */
export async function writeLayout(
  source: ExportSource,
  layout: Layout,
  order: ExportOrder,
  options: WriteOptions,
): Promise<ExportedFile> {
  const { path, resume, signal } = options;
  signal.throwIfAborted();
  try {
    const file = await PartFile.open(path, { name: nameOf(order, layout), position: order.position }, resume);
    let rows: number;
    try {
      rows = await writeRows({ source, order, layout, options, file });
    } catch (error) {
      await file.close();
      throw error;
    }
    const { bytes } = file;
    return { rows, bytes, sha256: await file.finish() };
  } catch (error) {
    if (isDiskFull(error)) await removePart(path);
    throw error;
  }
}

const DISK_FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** Whether a disk, a quota or a file took no more. */
export const isDiskFull = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && DISK_FULL.has(error.code);

/**
 * Of what this release writes: raised with any change of what an order comes to, and of how many rows come at once, so that no other release's part is gone on
 * with.
 */
const WRITER = 2;

/** What is written, by which a part of it is known again. */
const nameOf = (order: ExportOrder, { columns }: Layout): string =>
  createHash('sha256')
    .update(
      canonicalJson({
        writer: WRITER,
        order: JSON.parse(JSON.stringify(order)),
        columns: columns.map(({ name }) => name),
      }),
    )
    .digest('hex');

type Writing = {
  readonly source: ExportSource;
  readonly order: ExportOrder;
  readonly layout: Layout;
  readonly options: WriteOptions;
  readonly file: PartFile;
};

/** Answers how many rows the file has. */
async function writeRows({ source, order, layout, options, file }: Writing): Promise<number> {
  const { signal, onProgress, noteEveryMs = EXPORT_NOTE_EVERY_MS } = options;
  const shown = layout.columns
    .map((column, index) => ({ column, index }))
    .filter(({ column }) => order.names || !column.isName);
  const isWhole = shown.length === layout.columns.length;
  const format = formatOf(
    order,
    shown.map(({ column }) => column),
    file,
  );
  const rowsTotal = await layout.total(source, order);
  const from: Omit<Mark, 'bytes'> = file.mark ?? { rows: 0, after: 0, skip: 0 };
  if (file.mark === undefined) await file.append(format.begin());
  let { rows, after, skip } = from;
  let [notedAt, toldAt] = [performance.now(), performance.now()];
  for await (const stretch of layout.rowsOf(source, order, after, signal)) {
    signal.throwIfAborted();
    const next = stretch.rows.slice(skip);
    await file.append(
      format.add(isWhole ? next : next.map((row) => shown.map(({ index }): ExportRow[number] => row[index] ?? null))),
    );
    rows += next.length;
    // Rows that a format holds back are written again after an interruption: from where this stretch begins, or not yet.
    const { pending } = format;
    if (performance.now() - notedAt >= noteEveryMs && pending <= next.length) {
      const mark = pending === 0 ? { after: stretch.after, skip: 0 } : { after, skip: stretch.rows.length - pending };
      await file.note({ rows: rows - pending, ...mark }, format.notes());
      notedAt = performance.now();
    }
    if (performance.now() - toldAt >= noteEveryMs) {
      onProgress({ rowsDone: rows, rowsTotal, bytes: file.bytes });
      toldAt = performance.now();
    }
    after = stretch.after;
    skip = 0;
  }
  await file.append(format.end());
  onProgress({ rowsDone: rows, rowsTotal, bytes: file.bytes });
  return rows;
}

/** Behind what is there of it. */
function formatOf({ format, rawText }: ExportOrder, columns: readonly Column[], { mark, notes }: PartFile): FileFormat {
  if (columns.length === 0) return linesFormat();
  if (format === 'csv') return csvFormat(columns, rawText);
  if (format === 'jsonl') return jsonLinesFormat(columns);
  return parquetFormat(columns, mark === undefined ? undefined : { ...mark, notes });
}
