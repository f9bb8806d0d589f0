import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { ANSWER_BYTES_MAX } from '../limits.ts';
import { headerOf } from './answer-headers.ts';
import type { AnswerHead } from './upstream-attempt.ts';

const decoders: ReadonlyMap<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = new Map([
  ['gzip', promisify(gunzip)], ['br', promisify(brotliDecompress)], ['deflate', promisify(inflate)],
]);

/** The body of an upstream that compresses although it was asked not to; undefined when it cannot be decoded. */
export async function decodedAnswer({ headers }: AnswerHead, body: Buffer): Promise<Buffer | undefined> {
  const encoding = headerOf(headers, 'content-encoding').toLowerCase();
  if (encoding === '' || encoding === 'identity') return body;
  try {
    return await decoders.get(encoding)?.(body, { maxOutputLength: ANSWER_BYTES_MAX });
  } catch {
    return undefined;
  }
}
