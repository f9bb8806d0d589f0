import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Which of the texts stand in which files of a folder, byte by byte; what is zipped is unzipped. */
export function foundIn(
  folder: string,
  texts: readonly string[],
  passedOver: readonly string[] = [],
): readonly string[] {
  return filesBelow(folder)
    .filter((path) => !passedOver.some((name) => path.endsWith(name)))
    .flatMap((path) => {
      const bytes = bytesOf(path);
      return texts.filter((text) => bytes.includes(text)).map((text) => `${text} in ${path.slice(folder.length + 1)}`);
    });
}

/** Postgres takes files away while they are looked at. */
function bytesOf(path: string): Buffer {
  try {
    const bytes = readFileSync(path);
    return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
