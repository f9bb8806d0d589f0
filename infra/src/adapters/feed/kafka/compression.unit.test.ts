import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { quickGzip } from './compression.ts';
import { DECOMPRESSED_BYTES_MAX } from './limits.ts';

const texts = Array.from({ length: 9_000 }, (_, index) =>
  JSON.stringify({ position: index, stream: `account-${index % 17}` }),
);

describe('gzip for Kafka', () => {
  it.each([
    ['nothing', ''],
    ['a little', 'a'],
    ['more than is decompressed at once', texts.join()],
  ])('brings %s back, and anybody else can', async (_, text) => {
    const buffer = Buffer.from(text);
    const compressed = await quickGzip.compress({ buffer });
    expect(gunzipSync(compressed).equals(buffer)).toBe(true);
    expect((await quickGzip.decompress(compressed)).equals(buffer)).toBe(true);
  });

  it('reads what was written with other settings', async () => {
    const buffer = Buffer.from(texts.join());
    for (const level of [0, 1, 6, 9])
      expect((await quickGzip.decompress(gzipSync(buffer, { level }))).equals(buffer)).toBe(true);
  });

  it('refuses what is no gzip, or not all of it', async () => {
    await expect(quickGzip.decompress(Buffer.from('no gzip'))).rejects.toThrow();
    await expect(quickGzip.decompress(gzipSync(texts.join()).subarray(0, -20))).rejects.toThrow();
  });

  it('refuses what would become too large to hold', async () => {
    await expect(quickGzip.decompress(gzipSync(Buffer.alloc(DECOMPRESSED_BYTES_MAX + 1)))).rejects.toMatchObject({
      code: 'ERR_BUFFER_TOO_LARGE',
    });
    expect(await quickGzip.decompress(gzipSync(Buffer.alloc(DECOMPRESSED_BYTES_MAX)))).toHaveLength(
      DECOMPRESSED_BYTES_MAX,
    );
  });
});
