import { copyFile, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { EXPORT_FORMATS } from '@ledgate/domain/catalogue/export-layouts';
import { exportFileName, type HeldExport, knownFiles } from '../../directory/export-jobs/export-jobs.ts';
import { EXPORT_FILES_ASKED_MAX, EXPORT_LEFT_MS, EXPORT_UNKNOWN_MS } from '../../limits.ts';
import type { Queryable } from '../../shared/database.ts';
import { partPath, progressPath, removePart } from '../files/part-file.ts';

// What stands in EXPORT_DIR (docs/exports.md#jobs). Each attempt of a job has files of its own, so that a process that was taken for dead writes to no other's.

type Attempt = Pick<HeldExport, 'file' | 'attempt' | 'order'>;

export const pathIn = (folder: string, { file, attempt, order }: Attempt): string =>
  join(folder, exportFileName(file, attempt, order));

/** For its owner alone. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Brings what the attempt before has written to this one. Answers whether there is any of it; what cannot be brought is written anew. */
export async function adopt(folder: string, held: HeldExport): Promise<boolean> {
  if (held.before === 0) return false;
  const from = pathIn(folder, { ...held, attempt: held.before });
  const to = pathIn(folder, held);
  // One whose process may still write is copied; the note first, which never tells of more than is in a file that is read after it.
  const bring = held.isLeft ? rename : copyFile;
  try {
    await bring(progressPath(from), progressPath(to));
    await bring(partPath(from), partPath(to));
    return true;
  } catch {
    await removePart(to);
    return false;
  } finally {
    await removeAttempt(from);
  }
}

async function removeAttempt(path: string): Promise<void> {
  await rm(path, { force: true });
  await removePart(path);
}

export const removeFiles = (folder: string, held: Attempt): Promise<void> => removeAttempt(pathIn(folder, held));

/** What a process without rights may still write to the folder's disk. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const NAME = new RegExp(
  String.raw`^(export-[0-9a-f-]{36})-(\d{1,9})\.(?:${EXPORT_FORMATS.join('|')})(\.part|\.progress)?$`,
  'u',
);
type Entry = { readonly name: string; readonly file: string; readonly attempt: number; readonly isWhole: boolean };

/** Removes files of exports that nobody wants any more: of jobs that were cancelled, failed or expired, and of those that nobody knows. Answers how many. */
export async function sweepFolder(db: Queryable, folder: string, nowMs: number): Promise<number> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const entries = names.flatMap((name): Entry[] => {
    const [, file, attempt, ending] = NAME.exec(name) ?? [];
    return file === undefined ? [] : [{ name, file, attempt: Number(attempt), isWhole: ending === undefined }];
  });
  let removed = 0;
  for (let from = 0; from < entries.length; from += EXPORT_FILES_ASKED_MAX) {
    const some = entries.slice(from, from + EXPORT_FILES_ASKED_MAX);
    const known = new Map(
      (
        await knownFiles(
          db,
          some.map(({ file }) => file),
        )
      ).map((each) => [each.file, each]),
    );
    for (const entry of some) {
      const job = known.get(entry.file);
      const isOf = job?.attempt === entry.attempt && (!job.isDone || entry.isWhole);
      if (job?.isWanted === true && isOf) continue;
      // An earlier attempt may be just about to be taken over.
      const keptMs = job === undefined ? EXPORT_UNKNOWN_MS : job.isWanted ? EXPORT_LEFT_MS : 0;
      const path = join(folder, entry.name);
      if (keptMs > 0 && (await ageMs(path, nowMs)) < keptMs) continue;
      await rm(path, { force: true });
      removed += 1;
    }
  }
  return removed;
}

/** Since something was written to it; 0 where it is gone. */
const ageMs = (path: string, nowMs: number): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => nowMs - mtimeMs,
    () => 0,
  );
