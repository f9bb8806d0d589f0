import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { CompressionCodecs, CompressionTypes } from 'kafkajs';
import { DECOMPRESS_PIECE_BYTES, DECOMPRESSED_BYTES_MAX, GZIP_LEVEL } from './limits.ts';

const compressed = promisify(gzip);
const decompressed = promisify(gunzip);

/** What the client has encoded and gives to its codec. */
type Encoded = { readonly buffer: Buffer };

/**
 * Gzip in place of the client's own, for all its users in this process: the client compresses at the usual level, for files that are kept, and
 * decompresses in small pieces. Each reads what the other has written.
 */
export function useQuickGzip(): void {
  CompressionCodecs[CompressionTypes.GZIP] = () => quickGzip;
}

export const quickGzip = {
  compress: ({ buffer }: Encoded): Promise<Buffer> => compressed(buffer, { level: GZIP_LEVEL }),
  decompress: (buffer: Buffer): Promise<Buffer> =>
    decompressed(buffer, { chunkSize: DECOMPRESS_PIECE_BYTES, maxOutputLength: DECOMPRESSED_BYTES_MAX }),
};
