import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';

const entry = (name: string, text: string): Buffer =>
  Buffer.concat([
    tarHeader({ name, bytes: text.length, mtime: 1_798_761_600 }),
    Buffer.from(text),
    tarPadding(text.length),
  ]);

describe('an archive of ustar', () => {
  it('is read by tar, with nobody as the owner of its files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tar-'));
    try {
      const path = join(folder, 'a.tar');
      writeFileSync(
        path,
        Buffer.concat([entry('one.csv', 'a,b\n1,2\n'), entry('empty', ''), entry('block', 'x'.repeat(512)), tarEnd()]),
      );
      const listed = execFileSync('tar', ['-tvf', path, '--numeric-owner', '--utc'], { encoding: 'utf8' });
      expect(listed.trimEnd().split('\n')).toEqual([
        expect.stringMatching(/^-rw-r--r-- 0\/0 +8 2027-01-01 00:00 one\.csv$/u),
        expect.stringMatching(/ 0 2027-01-01 00:00 empty$/u),
        expect.stringMatching(/ 512 2027-01-01 00:00 block$/u),
      ]);
      expect(execFileSync('tar', ['-xOf', path, 'one.csv'], { encoding: 'utf8' })).toBe('a,b\n1,2\n');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('tells sizes of 8 GiB and more in base 256', () => {
    const sizeOf = (bytes: number): string =>
      Buffer.from(tarHeader({ name: 'a', bytes, mtime: 0 }))
        .subarray(124, 136)
        .toString('hex');
    expect(sizeOf(8 ** 11 - 1)).toBe(`${Buffer.from('77777777777').toString('hex')}00`);
    expect(sizeOf(8 ** 11)).toBe('800000000000000200000000');
  });
});
