import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { keepHead } from './checkpoints-file.ts';

describe('heads in the data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ledgate-heads-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const path = () => join(folder, 'checkpoints.txt');
  const note = (size: number) => `ledgate/x\n${size}\nroot\n\n\u2014 ledgate/x sig\n`;

  it('stand one behind the other, for their owner alone, the last one once however often it is told', () => {
    for (const size of [1, 1, 2, 2, 2]) keepHead(folder, note(size));
    expect(readFileSync(path(), 'utf8')).toBe(`${note(1)}\n${note(2)}\n`);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  it('can be read behind what a process that died has left of one', () => {
    keepHead(folder, note(1));
    appendFileSync(path(), note(2).slice(0, 15));
    keepHead(folder, note(2));
    expect(readFileSync(path(), 'utf8').endsWith(`\n\n${note(2)}\n`)).toBe(true);
  });
});
