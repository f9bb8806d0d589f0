import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { RelayError } from './relay-error.ts';

const decoders: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
};

/** The caller left before its request was whole. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';
}

/**
 * A request's body, read once, decoded from gzip, br or deflate. `bytesMax` holds for what is sent and for what it decodes to: beyond it 413,
 * and what is still coming is left for the answer's sender to drain. Throws CallerGone.
 */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer | RelayError> {
  const stated = Number(request.headers['content-length'] ?? 0);
  if (stated > bytesMax) return tooLarge(bytesMax);
  const sent = await received(request, bytesMax);
  if (sent === undefined) return tooLarge(bytesMax);
  const encoding = request.headers['content-encoding'];
  return encoding === undefined || encoding === 'identity'
    ? sent
    : decoded(sent, encoding.trim().toLowerCase(), bytesMax);
}

/** undefined when more than `bytesMax` came. */
function received(request: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    let first: Buffer | undefined;
    let rest: Buffer[] | undefined;
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bytesMax) {
        rest = undefined;
        first = undefined;
        resolve(undefined);
      } else if (first === undefined) first = chunk;
      else (rest ??= [first]).push(chunk);
    });
    request.on('end', () => resolve(rest === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(rest, bytes)));
    request.on('error', () => reject(new CallerGone()));
    request.on('close', () => {
      if (!request.complete) reject(new CallerGone());
    });
  });
}

async function decoded(sent: Buffer, encoding: string, bytesMax: number): Promise<Buffer | RelayError> {
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (decode === undefined)
    return RelayError.field('', `Content-Encoding ${encoding} is not supported; gzip, br and deflate are`);
  try {
    return await decode(sent, { maxOutputLength: bytesMax });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(bytesMax);
    return RelayError.field('', `the body is not valid ${encoding}`);
  }
}

const tooLarge = (bytesMax: number): RelayError =>
  RelayError.own(413, 'request_too_large', `the body is larger than ${Math.floor(bytesMax / (1024 * 1024))} MB`);
