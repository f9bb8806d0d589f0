import { appendFileSync, closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';

const FILE_MODE = 0o600;
/** More than a head has. */
const END_BYTES_MAX = 4_096;

const checkpointsFile = (dataDir: string): string => join(dataDir, 'checkpoints.txt');

/**
 * Adds a head of the ledger to those in the data folder, with an empty line behind it; not the one that stands there last. What a process that died left of one
 * is ended first, so that the next can be read. Throws what Node throws.
 */
export function keepHead(dataDir: string, note: string): void {
  const path = checkpointsFile(dataDir);
  const end = endOf(path);
  if (end.endsWith(`${note}\n`)) return;
  const begin = end === '' || end.endsWith('\n\n') ? '' : '\n\n';
  appendFileSync(path, `${begin}${note}\n`, { mode: FILE_MODE, flush: true });
}

function endOf(path: string): string {
  if (!existsSync(path)) return '';
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, END_BYTES_MAX));
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8');
  } finally {
    closeSync(file);
  }
}
