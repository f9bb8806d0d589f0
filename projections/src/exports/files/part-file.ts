import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { EXPORT_READ_BACK_BYTES } from '../../limits.ts';

/** How far a file has come: its rows and bytes, and where its layout goes on. */
export type Mark = {
  readonly bytes: number;
  readonly rows: number;
  /** Of a layout's stretch. */
  readonly after: number;
  /** Rows behind it that are in the file too. */
  readonly skip: number;
};

/** The mode of files: nobody else reads what finance people take out. */
const FOR_OWNER = 0o600;

const count = z.number().int().min(0);
const beginningSchema = z.strictObject({ export: z.literal(1), order: z.string(), position: count.optional() });
const noteSchema = z.strictObject({
  bytes: count,
  rows: count,
  after: z.number().int(),
  skip: count,
  notes: z.string().nullable(),
});

export const partPath = (path: string): string => `${path}.part`;
export const progressPath = (path: string): string => `${path}.progress`;

/** Removes what an interrupted export left beside a path; nothing where it left nothing. */
export async function removePart(path: string): Promise<void> {
  await rm(partPath(path), { force: true });
  await rm(progressPath(path), { force: true });
}

/**
 * A file that grows beside its path and stands there when it is whole. What was noted last is what a later process goes on from: it is on the disk before
 * the note is. Every method throws what the disk says.
 */
export class PartFile {
  readonly #path: string;
  readonly #part: FileHandle;
  readonly #progress: FileHandle;
  readonly #hash: Hash;
  #bytes: number;
  /** undefined: from the first row. */
  readonly mark: Mark | undefined;
  /** What was noted until there, in its order. */
  readonly notes: readonly string[];

  private constructor(path: string, part: FileHandle, progress: FileHandle, found: Found | undefined, hash: Hash) {
    this.#path = path;
    this.#part = part;
    this.#progress = progress;
    this.#hash = hash;
    this.#bytes = found?.mark.bytes ?? 0;
    this.mark = found?.mark;
    this.notes = found?.notes ?? [];
  }

  /** @param written names it, and says what it sees of the ledger: what was left of another is begun anew */
  static async open(
    path: string,
    { name: order, position }: { readonly name: string; readonly position: number },
    resume: boolean,
  ): Promise<PartFile> {
    const found = resume ? await foundAt(path, order) : undefined;
    const part = await open(partPath(path), found === undefined ? 'w' : 'r+', FOR_OWNER);
    try {
      const hash = createHash('sha256');
      if (found !== undefined) {
        await part.truncate(found.mark.bytes);
        await readBack(part, found.mark.bytes, hash);
      }
      const progress = await open(progressPath(path), found === undefined ? 'w' : 'r+', FOR_OWNER);
      try {
        if (found === undefined) await progress.write(`${JSON.stringify({ export: 1, order, position })}\n`, 0);
        else await progress.truncate(found.length);
      } catch (error) {
        await progress.close();
        throw error;
      }
      return new PartFile(path, part, progress, found, hash);
    } catch (error) {
      await part.close();
      throw error;
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  async append(bytes: Uint8Array): Promise<void> {
    for (let written = 0; written < bytes.length;)
      written += (await this.#part.write(bytes, written, bytes.length - written, this.#bytes + written)).bytesWritten;
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
  }

  async note(mark: Omit<Mark, 'bytes'>, notes: string | null): Promise<void> {
    await this.#part.datasync();
    const { size } = await this.#progress.stat();
    await this.#progress.write(`${JSON.stringify({ ...mark, bytes: this.#bytes, notes })}\n`, size);
  }

  /** The whole file stands at its path; answers its SHA-256, hexadecimal. */
  async finish(): Promise<string> {
    await this.#part.sync();
    await this.close();
    await rename(partPath(this.#path), this.#path);
    await rm(progressPath(this.#path), { force: true });
    const folder = await open(dirname(this.#path));
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
    return this.#hash.digest('hex');
  }

  /** What is there stays, to be gone on with. */
  async close(): Promise<void> {
    await this.#part.close();
    await this.#progress.close();
  }
}

/** What was seen of the ledger by the export that was interrupted at a path; undefined where none was. */
export async function positionOfPart(path: string): Promise<number | undefined> {
  const text = await readFile(progressPath(path), 'utf8').catch(ifThere);
  return beginningSchema.safeParse(jsonOf(text?.split('\n', 1)[0] ?? '')).data?.position;
}

type Found = { readonly mark: Mark; readonly notes: readonly string[]; readonly length: number };

/** The last whole note of an order, and the length of the notes up to it in bytes; undefined where there is none, or the file is shorter than it says. */
async function foundAt(path: string, order: string): Promise<Found | undefined> {
  const text = await readFile(progressPath(path), 'utf8').catch(ifThere);
  const part = await open(partPath(path)).catch(ifThere);
  if (part === undefined) return undefined;
  const { size } = await part.stat().finally(() => part.close());
  const [beginning, ...lines] = (text ?? '').split('\n');
  if (beginningSchema.safeParse(jsonOf(beginning ?? '')).data?.order !== order) return undefined;
  let found: Found | undefined;
  let length = Buffer.byteLength(`${beginning}\n`);
  // What stands behind the last line's end was not written to its end.
  for (const line of lines.slice(0, -1)) {
    const { data } = noteSchema.safeParse(jsonOf(line));
    if (data === undefined || data.bytes > size) break;
    const { notes, ...mark } = data;
    length += Buffer.byteLength(`${line}\n`);
    found = { mark, notes: [...(found?.notes ?? []), ...(notes === null ? [] : [notes])], length };
  }
  return found;
}

function ifThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readBack(file: FileHandle, size: number, hash: Hash): Promise<void> {
  const buffer = Buffer.alloc(EXPORT_READ_BACK_BYTES);
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, size - at), at);
    if (bytesRead === 0) throw new Error('a file is shorter than it was');
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}
