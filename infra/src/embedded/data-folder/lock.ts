import { linkSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDataFolder, refusalOfFolder } from './prepare.ts';
import { type ProcessIdentity, identityOf, isSameProcess } from './process-identity.ts';
import { StartRefused } from './start-refused.ts';

type DataFolderLock = {
  /** Lets another process have the folder. Idempotent. A process that dies releases its lock too. */
  release(): void;
};

/**
 * The data folder belongs to one live process. Throws StartRefused when another one has it.
 *
 * The lock is the file `lock.{n}` with the highest n. It is made by a hard link, which is atomic and fails when the file is there, so of two
 * processes that find the owner of n dead only one gets n + 1. A released lock stays as a file that names nobody, so that n never falls:
 * otherwise a slow starter could come back to a number that had been given again.
 */
export function lockDataFolder(dataDir: string): DataFolderLock {
  prepareDataFolder(dataDir);
  const self = identityOf(process.pid);
  if (self === undefined) throw new Error('this process is not listed');
  try {
    return take(dataDir, self);
  } catch (error) {
    throw refusalOfFolder(dataDir, error);
  }
}

/** Number of the live process that has the folder. */
export function ownerOf(dataDir: string): number | undefined {
  const generation = generations(dataDir).at(-1);
  return generation === undefined ? undefined : liveOwner(fileOf(dataDir, generation));
}

function take(dataDir: string, self: ProcessIdentity): DataFolderLock {
  const last = generations(dataDir).at(-1) ?? 0;
  const file = fileOf(dataDir, last + 1);
  refuseIfOwned(dataDir, last);
  if (!linkNew(dataDir, file, self)) throw refusal(dataDir, undefined);
  // A folder that is listed while files come and go may seem empty; whoever won then stands below the true last number.
  const newest = generations(dataDir).at(-1) ?? 0;
  if (newest > last + 1) {
    rmSync(file, { force: true });
    throw refusal(dataDir, liveOwner(fileOf(dataDir, newest)));
  }
  for (const generation of generations(dataDir))
    if (generation <= last) rmSync(fileOf(dataDir, generation), { force: true });
  return { release: () => release(dataDir, file, self) };
}

function refuseIfOwned(dataDir: string, generation: number): void {
  const owner = liveOwner(fileOf(dataDir, generation));
  if (owner !== undefined) throw refusal(dataDir, owner);
}

const refusal = (dataDir: string, owner: number | undefined): StartRefused =>
  new StartRefused(
    `another Ledgate${owner === undefined ? '' : ` (process ${owner})`} is running on ${dataDir}; stop it, or set DATA_DIR to another folder`,
  );

/** Writes the whole content before the name appears. False when the name is taken. */
function linkNew(dataDir: string, file: string, self: ProcessIdentity): boolean {
  const draft = join(dataDir, `.lock-draft-${self.pid}-${self.startedTicks}`);
  writeFileSync(draft, JSON.stringify(self));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function release(dataDir: string, file: string, self: ProcessIdentity): void {
  if (liveOwner(file) !== self.pid) return;
  const draft = join(dataDir, `.lock-draft-${self.pid}-${self.startedTicks}`);
  try {
    writeFileSync(draft, '{}');
    renameSync(draft, file);
  } catch {
    // A full disk must not spoil the end of the process, which releases the lock as well.
    rmSync(draft, { force: true });
  }
}

function liveOwner(file: string): number | undefined {
  let owner: Partial<ProcessIdentity>;
  try {
    owner = JSON.parse(readFileSync(file, 'utf8')) as Partial<ProcessIdentity>;
  } catch {
    return undefined;
  }
  const { pid, startedTicks, bootId } = owner;
  if (pid === undefined || startedTicks === undefined || bootId === undefined) return undefined;
  return isSameProcess({ pid, startedTicks, bootId }, identityOf(pid)) ? pid : undefined;
}

/** Numbers of the lock files, ascending. */
function generations(dataDir: string): number[] {
  return readdirSync(dataDir)
    .flatMap((name) => {
      const number = /^lock\.(\d+)$/.exec(name)?.[1];
      return number === undefined ? [] : [Number(number)];
    })
    .toSorted((one, other) => one - other);
}

const fileOf = (dataDir: string, generation: number): string => join(dataDir, `lock.${generation}`);
