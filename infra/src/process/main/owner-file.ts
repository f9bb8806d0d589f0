import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';

// Files of secrets in the data folder: on disk whole or not at all, and for their owner alone.

const FILE_MODE = 0o600;
const OTHERS = 0o077;

/** undefined where there is none. Throws StartRefused, also where others than its owner may read it. */
export function ownerText(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  if ((statSync(path).mode & OTHERS) !== 0)
    throw new StartRefused(`others than its owner may read ${path}: chmod 600 it, and think of who has read it`);
  return textIn(path);
}

/** Throws StartRefused. */
export function textIn(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartRefused(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}; start as the user who owns it`,
    );
  }
}

/**
 * A line's end is put behind the text.
 *
 * @param put linkSync, which throws EEXIST where there is a file, or renameSync, which takes its place
 */
export function writeForOwner(path: string, text: string, put: (draft: string, path: string) => void): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, `${text}\n`, { mode: FILE_MODE, flag: 'wx', flush: true });
    put(draft, path);
    // Else a machine that loses power might come back without the secret that others depend on by then.
    folderSynced(path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Names that were given in the file's folder are on disk from then on. */
export function folderSynced(path: string): void {
  const opened = openSync(dirname(path), 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
