import { copyFileSync, existsSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { describeWithKafka, testKafka } from '../../../test/kafka/test-kafka.ts';
import { archiveOf, isWholeArchive, publishArchive } from './class-archive.ts';
import { ensureJars } from './jars.ts';

const LIMIT_MS = 180_000;

describeWithKafka("the archive of the broker's classes", () => {
  it(
    'is there after a start and one that the JVM accepts; half of it is never published',
    async () => {
      await (await testKafka()).close();
      const jars = await ensureJars(() => undefined);
      expect(await isWholeArchive(archiveOf(jars), jars)).toBe(true);

      const folder = mkdtempSync(join(tmpdir(), 'ledgate-archive-'));
      const half = join(folder, 'half');
      copyFileSync(archiveOf(jars), half);
      truncateSync(half, 20 * 1024 * 1024);
      expect(await publishArchive(half, jars)).toBe(false);
      expect(existsSync(half)).toBe(false);
      expect(await isWholeArchive(archiveOf(jars), jars)).toBe(true);
      rmSync(folder, { recursive: true });
    },
    LIMIT_MS,
  );
});
