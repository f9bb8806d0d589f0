import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../testing/eventually.ts';
import { ClassArchive } from './class-archive.ts';

describe('the archive of the broker\'s classes', () => {
  let folder: string;
  beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'ledgate-archive-')); });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Writes its part of an archive, and ends as it is told. */
  const broker = (options: readonly string[], ends: string): { readonly child: ChildProcess; readonly draft: string } => {
    const draft = options.find((option) => option.includes('ArchiveClassesAtExit'))?.split('=')[1] ?? '';
    writeFileSync(draft, 'classes');
    return { child: spawn(process.execPath, ['-e', ends]), draft };
  };

  it('is of the first broker that ends in order, and read from then on', async () => {
    const archive = new ClassArchive(join(folder, 'jars'));
    expect(archive.read()).toEqual([]);
    const { options, watch } = archive.readOrWrite();
    const { child, draft } = broker(options, 'process.exit(143)');
    watch(child);
    await eventually('it is there', () => existsSync(join(folder, 'jars.jsa')));
    expect(existsSync(draft)).toBe(false);
    expect(archive.read()).toEqual([`-XX:SharedArchiveFile=${join(folder, 'jars.jsa')}`]);
    expect(archive.readOrWrite().options).toEqual(archive.read());
  });

  it.each([['is killed', 'process.kill(process.pid, "SIGKILL")'], ['breaks off', 'process.exit(1)']])('is not of a broker that %s', async (_how, ends) => {
    const archive = new ClassArchive(join(folder, 'jars'));
    const { options, watch } = archive.readOrWrite();
    const { child, draft } = broker(options, ends);
    watch(child);
    await eventually('what it wrote is gone', () => !existsSync(draft));
    expect(archive.read()).toEqual([]);
  });
});
