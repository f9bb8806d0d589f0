import { isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { CHUNK_BYTES, LINE_BYTES_MAX } from './limits.ts';
import { Unreadable } from './unreadable.ts';

/** Bytes that are read wherever one likes, as a file's. */
export type Bytes = {
  readonly size: number;
  /** As many as there are, `into.length` at most; a file that was cut meanwhile has fewer. */
  read(at: number, into: Uint8Array): number;
};

export const bytesOf = (all: Uint8Array): Bytes => ({
  size: all.length,
  read: (at, into) => {
    const part = all.subarray(at, at + into.length);
    into.set(part);
    return part.length;
  },
});

/** Some of them, as if there were no others. */
export const within = (bytes: Bytes, from: number, size: number): Bytes => ({
  size,
  read: (at, into) => bytes.read(from + at, into.subarray(0, Math.max(0, Math.min(into.length, size - at)))),
});

/** Reads a file while `use` lasts. Throws Unreadable for what is none, and what the system says. */
export function withFile<Result>(path: string, use: (bytes: Bytes) => Result): Result {
  const file = openSync(path, 'r');
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new Unreadable(`${path} is no file`);
    return use({
      size: stat.size,
      read: (at, into) => {
        let read = 0;
        for (let part = 1; part > 0 && read < into.length; read += part)
          part = readSync(file, into, read, into.length - read, at + read);
        return read;
      },
    });
  } finally {
    closeSync(file);
  }
}

/** In chunks, each good until the next one is asked for. */
export function* chunksOf(bytes: Bytes): Generator<Buffer> {
  const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, bytes.size));
  for (let at = 0; at < bytes.size;) {
    const read = bytes.read(at, chunk);
    if (read === 0) return;
    yield chunk.subarray(0, read);
    at += read;
  }
}

/** All of them. Throws Unreadable where they are more than `max`. */
export function wholeOf(bytes: Bytes, max: number, what: string): Buffer {
  if (bytes.size > max) throw new Unreadable(`${what} has ${bytes.size} bytes: more than ${max} are not read`);
  const whole = Buffer.alloc(bytes.size);
  return whole.subarray(0, bytes.read(0, whole));
}

export type Line = {
  /** Without its end; undefined where it is no UTF-8. */
  readonly text: string | undefined;
  /** From 1. */
  readonly number: number;
  /** Whether LF stands behind it: not so where a file stops in the middle of it. */
  readonly isEnded: boolean;
};

const LF = 0x0a;
const NOTHING = Buffer.alloc(0);

/** Throws Unreadable for a line that is longer than LINE_BYTES_MAX, as soon as so much of it is read. */
export function* linesOf(bytes: Bytes): Generator<Line> {
  let number = 0;
  let begun = NOTHING;
  for (const chunk of chunksOf(bytes)) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      number += 1;
      const rest = chunk.subarray(from, end);
      yield lineOf(begun.length === 0 ? rest : Buffer.concat([begun, rest]), number, true);
      begun = NOTHING;
      from = end + 1;
    }
    begun = Buffer.concat([begun, chunk.subarray(from)]);
    if (begun.length > LINE_BYTES_MAX)
      throw new Unreadable(`line ${number + 1} is longer than ${LINE_BYTES_MAX} bytes: no event is`);
  }
  if (begun.length > 0) yield lineOf(begun, number + 1, false);
}

const lineOf = (bytes: Buffer, number: number, isEnded: boolean): Line => ({
  text: isUtf8(bytes) ? bytes.toString('utf8') : undefined,
  number,
  isEnded,
});
