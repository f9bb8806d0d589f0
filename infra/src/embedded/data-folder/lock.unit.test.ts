import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { lockDataFolder, ownerOf } from './lock.ts';
import { prepareDataFolder, refusalOfFolder } from './prepare.ts';
import { type ProcessIdentity, identityOf } from './process-identity.ts';
import { StartRefused } from './start-refused.ts';

/** A user of whom no system thinks much. */
const NOBODY = 65_534;

describe('the lock of the data folder', () => {
  let dataDir: string;
  let other: ChildProcess;
  let otherIdentity: ProcessIdentity;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'ledgate-lock-'));
    other = spawn('sleep', ['60']);
    const identity = identityOf(other.pid ?? 0);
    if (identity === undefined) throw new Error('the other process does not live');
    otherIdentity = identity;
  });
  afterEach(async () => {
    await end(other);
    rmSync(dataDir, { recursive: true, force: true });
  });

  const writeLock = (number: number, owner: object): void =>
    writeFileSync(join(dataDir, `lock.${number}`), JSON.stringify(owner));

  it('is given to the first and refused to the second, naming folder and owner', () => {
    writeLock(3, otherIdentity);
    expect(() => lockDataFolder(dataDir)).toThrow(StartRefused);
    expect(() => lockDataFolder(dataDir)).toThrow(`another Ledgate (process ${other.pid}) is running on ${dataDir}`);
    expect(readdirSync(dataDir)).toEqual(['lock.3']);
    expect(ownerOf(dataDir)).toBe(other.pid);
  });

  it('is refused to the same process twice', () => {
    const lock = lockDataFolder(dataDir);
    expect(() => lockDataFolder(dataDir)).toThrow(StartRefused);
    lock.release();
    lockDataFolder(dataDir).release();
  });

  it('is taken over from a dead process', async () => {
    writeLock(3, otherIdentity);
    await end(other);
    lockDataFolder(dataDir);
    expect(ownerOf(dataDir)).toBe(process.pid);
  });

  it('is taken over from a process whose number another one has by now', () => {
    writeLock(3, { ...otherIdentity, startedTicks: '1' });
    lockDataFolder(dataDir);
    expect(ownerOf(dataDir)).toBe(process.pid);
  });

  it('is taken over from a process of an earlier boot', () => {
    writeLock(3, { ...otherIdentity, bootId: 'earlier' });
    lockDataFolder(dataDir);
    expect(ownerOf(dataDir)).toBe(process.pid);
  });

  it('never counts down, so that a slow starter cannot take a number that was given before', () => {
    lockDataFolder(dataDir).release();
    lockDataFolder(dataDir).release();
    expect(readdirSync(dataDir)).toEqual(['lock.2']);
    expect(ownerOf(dataDir)).toBeUndefined();
  });

  it('is not released twice', () => {
    const first = lockDataFolder(dataDir);
    first.release();
    lockDataFolder(dataDir);
    first.release();
    expect(ownerOf(dataDir)).toBe(process.pid);
  });
});

describe('the data folder', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'ledgate-folder-'));
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });

  it('is made with a mode that lets the database server through', () => {
    const dataDir = join(home, 'a', 'b');
    prepareDataFolder(dataDir);
    expect(statSync(dataDir).mode & 0o755).toBe(0o755);
  });

  it('is refused where this user may not make it', () => {
    chmodSync(home, 0o555);
    const dataDir = join(home, 'data');
    expect(() => withoutPrivileges(() => prepareDataFolder(dataDir))).toThrow(
      new StartRefused(`cannot write to ${dataDir}; give this user the right to, or set DATA_DIR to another folder`),
    );
  });

  it.each(['', 'data'])('is refused at a file, and below one: %p', (below) => {
    const file = join(home, 'file');
    writeFileSync(file, '');
    const dataDir = join(file, below);
    expect(() => prepareDataFolder(dataDir)).toThrow(
      new StartRefused(`${dataDir} is not a folder; set DATA_DIR to a folder`),
    );
  });

  it.each([
    ['ENOSPC', 'no space left on the disk of /data'],
    ['EACCES', 'cannot write to /data'],
    ['EROFS', '/data is on a read-only file system'],
    ['ENOTDIR', '/data is not a folder'],
  ])('explains %s', (code, words) => {
    const refusal = refusalOfFolder('/data', Object.assign(new Error('as node says it'), { code }));
    expect(refusal).toBeInstanceOf(StartRefused);
    expect(String(refusal)).toContain(words);
  });

  it('leaves other errors as they are', () => {
    const error = new Error('a bug');
    expect(refusalOfFolder('/data', error)).toBe(error);
  });
});

/** Root may write anywhere: it works as somebody else meanwhile. */
function withoutPrivileges(work: () => void): void {
  const { geteuid, seteuid } = process;
  if (geteuid === undefined || seteuid === undefined || geteuid() !== 0) {
    work();
    return;
  }
  seteuid(NOBODY);
  try {
    work();
  } finally {
    seteuid(0);
  }
}

const end = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    child.once('exit', () => {
      resolve();
    });
    child.kill('SIGKILL');
  });
