import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupRefused } from './backup-refused.ts';
import type { BackupFile } from './manifest.ts';

/** Backups hold secrets: nobody but their owner reads them. */
export const FILE_MODE = 0o600;
/** The quickest: events are much alike, and disks are slower than it. */
const GZIP_LEVEL = 1;

/** Writes text into a new gzip file and syncs it; answers what it must be from then on. */
export async function writeZipped(
  folder: string,
  name: string,
  text: AsyncIterable<string | Buffer>,
): Promise<BackupFile> {
  const path = join(folder, name);
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(
    Readable.from(text),
    createGzip({ level: GZIP_LEVEL }),
    counted,
    createWriteStream(path, { mode: FILE_MODE, flags: 'wx' }),
  );
  await synced(path);
  return { name, bytes, sha256: hash.digest('hex') };
}

/** Reads a file to its end and compares. Throws BackupRefused, which names it. */
export async function checkZipped(folder: string, { name, bytes, sha256 }: BackupFile): Promise<void> {
  const hash = createHash('sha256');
  let found = 0;
  try {
    for await (const chunk of createReadStream(join(folder, name)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      found += chunk.length;
    }
  } catch (error) {
    throw new BackupRefused(
      `${name} of the backup cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (found !== bytes)
    throw new BackupRefused(
      `${name} of the backup has ${found} bytes and should have ${bytes}: it was ${found < bytes ? 'cut off' : 'changed'}`,
    );
  if (hash.digest('hex') !== sha256) throw new BackupRefused(`${name} of the backup was changed since it was taken`);
}

/** Throws what the file system and zlib throw. */
export function readZipped(folder: string, { name }: BackupFile): AsyncIterable<Buffer> {
  const unzipped = createGunzip();
  // An error of either ends the other, and is thrown to whoever reads.
  pipeline(createReadStream(join(folder, name)), unzipped).catch(() => undefined);
  return unzipped;
}

/** On disk, whatever happens to the machine afterwards. Works for folders too. */
export async function synced(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
