import type { ExportSource } from './layout.ts';
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
  /** At most once a second. */
  readonly onProgress: (progress: ExportProgress) => void;
};

/**
 * Writes what an order says, in flat memory; the same order gives the same bytes. The file is there whole or not at all, whatever fails. Throws what the
 * disk, the store or the database says, and the signal's reason.
 */
export declare function writeExport(
  source: ExportSource,
  order: ExportOrder,
  options: WriteOptions,
): Promise<ExportedFile>;
