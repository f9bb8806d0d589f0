import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE_MODE = 0o600;

const checkpointsFile = (dataDir: string): string => join(dataDir, 'checkpoints.txt');

/** Adds a head of the ledger to those in the data folder, with an empty line behind it. Throws what Node throws. */
export const keepHead = (dataDir: string, note: string): void =>
  appendFileSync(checkpointsFile(dataDir), `${note}\n`, { mode: FILE_MODE });
