import { join } from 'node:path';
import type { ExportFormat, ExportLayout } from '@ledgate/domain/catalogue/export-layouts';
import { NotExact } from '@ledgate/domain/shared/quota';
import { layoutOf } from '../exports/layouts.ts';
import type { ExportRow, ExportSource, Layout } from '../exports/layout.ts';
import type { ExportOrder } from '../exports/order.ts';
import { writeLayout } from '../exports/write-export.ts';
import type { PeriodCut } from '../periods/period-cut.ts';

/** Files of a bundle that are exports, in the order in which they stand there. */
const FILES: readonly { readonly name: string; readonly layout: ExportLayout; readonly format: ExportFormat }[] = [
  { name: 'charges.csv', layout: 'charges', format: 'csv' },
  { name: 'credits.csv', layout: 'credits', format: 'csv' },
  { name: 'journal.csv', layout: 'journal', format: 'csv' },
  { name: 'statements.csv', layout: 'statements', format: 'csv' },
  { name: 'trial_balance.csv', layout: 'trial_balance', format: 'csv' },
  { name: 'journal.hledger', layout: 'journal', format: 'hledger' },
  { name: 'events.jsonl', layout: 'events', format: 'jsonl' },
];

/** `sha256`: hexadecimal. */
export type BundleFile = {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly rows: number;
};

/** What is exported: the range of a period, as the ledger was at its cut. Times are Unix seconds. */
export type ExportedPeriod = {
  readonly start: number;
  readonly end: number;
  readonly zone: string;
  readonly cut: Pick<PeriodCut, 'position'>;
};

/** Told again and again while a bundle is made. `rows`: of the file so far. */
export type BundleProgress = { readonly file: string; readonly rows: number; readonly rowsTotal: number | null };

type BundleWriting = {
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BundleProgress) => void;
};

/** `root`: base64, of the tree of all events up to the period's end. Units are quota units. */
export type WrittenFiles = {
  readonly files: readonly BundleFile[];
  readonly charges: number;
  readonly chargeUnits: number;
  readonly creditUnits: number;
  readonly root: string;
};

/** The order of one of them: no names, raw text, and of records of administration only that there were some. */
export const orderOfFile = (
  { start, end, zone, cut }: ExportedPeriod,
  layout: ExportLayout,
  format: ExportFormat,
): ExportOrder => ({
  layout,
  format,
  range: { fromS: start, toS: end },
  zone,
  position: cut.position,
  names: false,
  rawText: true,
  detail: undefined,
  audit: false,
});

/** Writes the exports of a bundle into a folder, each under its name, in flat memory. Throws what `writeLayout` throws. */
export async function writeBundleFiles(
  source: ExportSource,
  period: ExportedPeriod,
  { folder, signal, onProgress }: BundleWriting,
): Promise<WrittenFiles> {
  const files: BundleFile[] = [];
  const units = new Map<string, number>();
  let lastLine = '';
  for (const { name, layout, format } of FILES) {
    const order = orderOfFile(period, layout, format);
    const made = layoutOf(order);
    const at = made.columns.findIndex((column) => column.name === 'units');
    const seen = (row: ExportRow): void => {
      if (name === 'charges.csv' || name === 'credits.csv') units.set(name, sum(units.get(name) ?? 0, row[at]));
      if (layout === 'events') lastLine = String(row[0]);
    };
    const { rows, bytes, sha256 } = await writeLayout(source, seenBy(made, seen), order, {
      path: join(folder, name),
      resume: false,
      signal,
      onProgress: ({ rowsDone, rowsTotal }) => onProgress({ file: name, rows: rowsDone, rowsTotal }),
    });
    files.push({ name, bytes, sha256, rows });
  }
  return {
    files,
    charges: files.find(({ name }) => name === 'charges.csv')?.rows ?? 0,
    chargeUnits: units.get('charges.csv') ?? 0,
    creditUnits: units.get('credits.csv') ?? 0,
    root: rootIn(lastLine),
  };
}

const seenBy = (layout: Layout, seen: (row: ExportRow) => void): Layout => ({
  ...layout,
  rowsOf: async function* (...asked) {
    for await (const stretch of layout.rowsOf(...asked)) {
      for (const row of stretch.rows) seen(row);
      yield stretch;
    }
  },
});

function sum(total: number, units: ExportRow[number] | undefined): number {
  const added = total + Number(units);
  if (!Number.isSafeInteger(added)) throw new NotExact(`not an exact integer: ${added}`);
  return added;
}

/** The last line of a file of events says the root of what it ends with. */
function rootIn(line: string): string {
  const { end, root }: { readonly end?: unknown; readonly root?: unknown } = JSON.parse(line);
  if (end !== true || typeof root !== 'string') throw new Error('a file of events has no end');
  return root;
}
