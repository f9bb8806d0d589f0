import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { ANSWER_BYTES_MAX } from '../limits.ts';
import { headerOf } from './answer-headers.ts';
import type { AnswerHead } from './upstream-attempt.ts';

const decoders: ReadonlyMap<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = new Map(
  [
    ['gzip', promisify(gunzip)],
    ['br', promisify(brotliDecompress)],
    ['deflate', promisify(inflate)],
  ],
);

/** The body of an upstream that compresses although it was asked not to; undefined when it cannot be decoded. */
export function decodedAnswer({ headers }: AnswerHead, body: Buffer): Buffer | Promise<Buffer | undefined> {
  const encoding = headerOf(headers, 'content-encoding').toLowerCase();
  return encoding === '' || encoding === 'identity' ? body : decoded(encoding, body);
}

async function decoded(encoding: string, body: Buffer): Promise<Buffer | undefined> {
  try {
    return await decoders.get(encoding)?.(body, { maxOutputLength: ANSWER_BYTES_MAX });
  } catch {
    return undefined;
  }
}
