import type { ExportRow } from '../layout.ts';

/** How rows become the bytes of a file, which are always the same ones however many rows come at once. */
export interface FileFormat {
  /** What stands before the first row. */
  begin(): Uint8Array;
  /** What is ready to be written after these rows, the next ones: all of them, or what came before `pending`. */
  add(rows: readonly ExportRow[]): Uint8Array;
  /** The last rows that were added and are in no bytes yet. */
  readonly pending: number;
  /** JSON of what is known since the last call and needed to go on, in another process. */
  notes(): string | null;
  /** What stands behind the last row, and rows that were pending. */
  end(): Uint8Array;
}

/** What a format goes on from: all notes that were taken, in their order, of a file of so many bytes and rows. */
export type WrittenSoFar = { readonly bytes: number; readonly rows: number; readonly notes: readonly string[] };
