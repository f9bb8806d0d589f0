import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportSource } from '../layout.ts';
import type { ExportOrder } from '../order.ts';
import { writeExport } from '../write-export.ts';

/** All of the ledger up to a position, with names, in UTC. */
export const orderOf = (changes: Partial<ExportOrder> & Pick<ExportOrder, 'layout' | 'position'>): ExportOrder => ({
  format: 'jsonl',
  range: { fromS: 0, toS: undefined },
  zone: 'UTC',
  names: true,
  rawText: false,
  detail: undefined,
  audit: false,
  ...changes,
});

/** The bytes of an export. */
export async function exportedBytes(source: ExportSource, order: ExportOrder): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  try {
    const path = join(folder, 'file');
    await writeExport(source, order, {
      path,
      resume: false,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export type ExportedRow = Readonly<Record<string, number | string | boolean | null>>;

/** The rows of an export, as JSON lines have them. */
export const exportedRows = async (source: ExportSource, order: ExportOrder): Promise<readonly ExportedRow[]> =>
  (await exportedBytes(source, { ...order, format: 'jsonl' }))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ExportedRow);
