import { type Bytes, within } from '../bytes.ts';
import type { Fault } from '../faults.ts';
import { printable } from '../printable.ts';
import { Unreadable } from '../unreadable.ts';

const BLOCK_BYTES = 512;
const MAGIC = { at: 257, text: 'ustar\0' } as const;
const CHECKSUM = { at: 148, bytes: 8 } as const;
const SPACE = 0x20;
/** In the first byte of a number: it is no text but the number itself. */
const BASE_256 = 0x80;
const REGULAR = ['0', '\0'];

/** A file of an archive, and where its bytes lie. */
export type TarEntry = {
  readonly name: string;
  readonly at: number;
  readonly bytes: Bytes;
  /** Members of its header that are always the same, and its time in Unix seconds. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly owner: string;
  readonly group: string;
  readonly mtime: number;
};

/** By its first header. */
export function isTar(bytes: Bytes): boolean {
  const header = Buffer.alloc(BLOCK_BYTES);
  return bytes.read(0, header) === BLOCK_BYTES && textAt(header, MAGIC.at, 5) === 'ustar';
}

/**
 * The files of an uncompressed ustar archive in their order. `tell` learns what is damaged, behind which nothing more is found. Throws Unreadable for what no
 * bundle has and what could lead out of a folder: links, folders, absolute names and `..`.
 */
export function* tarEntries(archive: Bytes, tell: (fault: Fault) => void): Generator<TarEntry> {
  for (let at = 0; ;) {
    const header = Buffer.alloc(BLOCK_BYTES);
    const read = archive.read(at, header);
    if (read === BLOCK_BYTES && header.every((byte) => byte === 0)) {
      checkEnd(archive, at + BLOCK_BYTES, tell);
      return;
    }
    if (read < BLOCK_BYTES) {
      tell({ kind: 'truncated', expected: 'two blocks of nothing at the end', seen: `the end at ${at + read}` });
      return;
    }
    const damage = damageOf(header);
    const name = nameOf(header);
    if (damage !== undefined) {
      tell({ kind: 'file', file: name, ...damage, seen: `${damage.seen} at byte ${at}` });
      return;
    }
    refuseStrange(name, String.fromCharCode(header[156] ?? 0));
    const size = numberAt(header, 124, 12) ?? 0;
    const begin = at + BLOCK_BYTES;
    if (begin + size > archive.size) {
      tell({ kind: 'truncated', file: name, expected: size, seen: Math.max(0, archive.size - begin) });
      return;
    }
    yield {
      name,
      at: begin,
      bytes: within(archive, begin, size),
      mode: numberAt(header, 100, 8) ?? -1,
      uid: numberAt(header, 108, 8) ?? -1,
      gid: numberAt(header, 116, 8) ?? -1,
      mtime: numberAt(header, 136, 12) ?? -1,
      owner: textAt(header, 265, 32),
      group: textAt(header, 297, 32),
    };
    at = begin + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
    if (!isNothing(archive, begin + size, at))
      tell({ kind: 'file', file: name, expected: 'nothing behind its end', seen: 'bytes' });
  }
}

function damageOf(header: Buffer): { readonly expected: string; readonly seen: string } | undefined {
  const sum = header.reduce(
    (total, byte, at) => total + (at >= CHECKSUM.at && at < CHECKSUM.at + CHECKSUM.bytes ? SPACE : byte),
    0,
  );
  if (numberAt(header, CHECKSUM.at, CHECKSUM.bytes) !== sum) return { expected: `checksum ${sum}`, seen: 'another' };
  if (textAt(header, MAGIC.at, 5) !== 'ustar') return { expected: 'ustar', seen: 'another archive' };
  const isSized = numberAt(header, 124, 12) !== undefined;
  return isSized ? undefined : { expected: 'a size', seen: 'none' };
}

function nameOf(header: Buffer): string {
  const prefix = textAt(header, 345, 155);
  return prefix === '' ? textAt(header, 0, 100) : `${prefix}/${textAt(header, 0, 100)}`;
}

function refuseStrange(name: string, type: string): void {
  if (!REGULAR.includes(type))
    throw new Unreadable(`the archive holds ${printable(name)}, which is no plain file: a bundle has none`);
  if (name.startsWith('/') || name.includes('\\') || name.split('/').includes('..'))
    throw new Unreadable(
      `the archive holds ${printable(name)}, a name that leads out of its folder: no bundle has one`,
    );
}

const isNothing = (archive: Bytes, from: number, before: number): boolean => {
  const rest = Buffer.alloc(Math.max(0, Math.min(before, archive.size) - from));
  archive.read(from, rest);
  return rest.every((byte) => byte === 0);
};

/** Writers fill up to a multiple of 10 KiB. */
const END_BYTES_MAX = 64 * 1024;

function checkEnd(archive: Bytes, at: number, tell: (fault: Fault) => void): void {
  const left = archive.size - at;
  if (left < BLOCK_BYTES) tell({ kind: 'truncated', expected: 'two blocks of nothing at the end', seen: 'one' });
  if (left > END_BYTES_MAX || !isNothing(archive, at, archive.size))
    tell({ kind: 'file', expected: 'nothing behind the end of the archive', seen: `${left} bytes` });
}

const textAt = (header: Buffer, from: number, length: number): string => {
  const field = header.subarray(from, from + length);
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? length : end).toString('utf8');
};

/** Octal, or in base 256; undefined for what is no safe whole number. */
function numberAt(header: Buffer, from: number, length: number): number | undefined {
  const field = header.subarray(from, from + length);
  if ((field[0] ?? 0) >= BASE_256) {
    const value = field.reduce((sum, byte, at) => sum * 256 + (at === 0 ? byte - BASE_256 : byte), 0);
    return Number.isSafeInteger(value) ? value : undefined;
  }
  const text = field
    .toString('latin1')
    .replace(/[\0 ]+$/u, '')
    .trim();
  return /^[0-7]*$/u.test(text) ? Number.parseInt(text === '' ? '0' : text, 8) : undefined;
}
