import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BUNDLE_BYTES_MAX, BUNDLE_DIFFERS_MS, BUNDLE_LEFT_MS } from '../limits.ts';
import { makeFolder } from '../exports/worker/export-folder.ts';

// What stands of periods in EXPORT_DIR (docs/exports.md#bundles), under names that no export has: whole bundles, and folders in which one is being made.

/** Of what a bundle is: the manifest's digest (hexadecimal) says all of its bytes. */
type BundleName = { readonly periodId: number; readonly revision: number; readonly manifestSha256: string };

export const bundlePath = (folder: string, { periodId, revision, manifestSha256 }: BundleName): string =>
  join(folder, `period-${periodId}-${revision}-${manifestSha256}.tar`);

/** Stands for a while where the ledger gives another bundle than the one that was signed, for whoever waits for it. */
export const differsPath = (folder: string, name: BundleName): string => `${bundlePath(folder, name)}.differs`;

const DIFFERS = /^period-\d+-\d+-[0-9a-f]{64}\.tar\.differs$/u;
const BUNDLE = /^period-\d+-\d+-[0-9a-f]{64}\.tar$/u;
const WORK = /^period-making-[0-9a-f-]{36}$/u;

/** A folder of one's own to make a bundle in: whoever makes the same one at the same time has another. */
export async function makeWorkFolder(folder: string): Promise<string> {
  await makeFolder(folder);
  const work = join(folder, `period-making-${randomUUID()}`);
  await mkdir(work, { mode: 0o700 });
  return work;
}

/** What a sweep leaves: bytes of bundles, and work folders that something was written to within that time (milliseconds). */
type Left = { readonly bytesMax?: number; readonly leftMs?: number };

type Found = { readonly path: string; readonly bytes: number; readonly mtimeMs: number };

/**
 * Removes folders of processes that have died, notes of bundles that could not be made (BUNDLE_DIFFERS_MS), and bundles beyond so many bytes, the oldest
 * first, but never the newest one: each is made again when somebody asks for it. Answers how many. Throws what the disk says.
 */
export async function sweepBundles(
  folder: string,
  nowMs: number,
  { bytesMax = BUNDLE_BYTES_MAX, leftMs = BUNDLE_LEFT_MS }: Left = {},
): Promise<number> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  let removed = 0;
  const remove = async (path: string): Promise<void> => {
    await rm(path, { recursive: true, force: true });
    removed += 1;
  };
  for (const name of names.filter((one) => WORK.test(one))) {
    const path = join(folder, name);
    if (nowMs - (await writtenAtMs(path)) > leftMs) await remove(path);
  }
  for (const name of names.filter((one) => DIFFERS.test(one))) {
    const path = join(folder, name);
    if (nowMs - (await writtenAtMs(path)) > BUNDLE_DIFFERS_MS) await remove(path);
  }
  const bundles = (
    await Promise.all(names.filter((name) => BUNDLE.test(name)).map((name) => found(join(folder, name))))
  )
    .filter((one): one is Found => one !== undefined)
    .sort((one, other) => other.mtimeMs - one.mtimeMs);
  let bytes = 0;
  for (const [index, bundle] of bundles.entries()) {
    bytes += bundle.bytes;
    if (index > 0 && bytes > bytesMax) await remove(bundle.path);
  }
  return removed;
}

const found = (path: string): Promise<Found | undefined> =>
  stat(path).then(
    ({ size, mtimeMs }) => ({ path, bytes: size, mtimeMs }),
    () => undefined,
  );

/** When something in a folder was written last, Unix milliseconds; 0 where it is gone. */
async function writtenAtMs(path: string): Promise<number> {
  const names = await readdir(path).catch(() => []);
  const times = await Promise.all([path, ...names.map((name) => join(path, name))].map(found));
  return Math.max(0, ...times.map((one) => one?.mtimeMs ?? 0));
}
