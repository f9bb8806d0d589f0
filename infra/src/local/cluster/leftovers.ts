import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { identityOf, isSameProcess, type ProcessIdentity } from '../../embedded/data-folder/process-identity.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { recordsFile, workFolder } from './folder.ts';
import { LEFTOVER_STOP_MS, STOP_POLL_MS } from './limits.ts';

const recordsSchema = z.record(
  z.string(),
  z.object({ pid: z.int().positive(), startedTicks: z.string(), bootId: z.string() }),
);

/** Who runs for the cluster of a data folder, in a file that outlives the supervisor. Its caller holds the lock on the folder. */
export class ProcessRecords {
  readonly #file: string;
  #records: Readonly<Record<string, ProcessIdentity>> = {};

  constructor(dataDir: string) {
    this.#file = recordsFile(dataDir);
  }

  /** To be called in the moment in which the process was started: what is not written yet is found by its working folder. */
  began(name: string, pid: number): void {
    const identity = identityOf(pid);
    if (identity !== undefined) this.#write({ ...this.#records, [name]: identity });
  }

  ended(name: string): void {
    const { [name]: _ended, ...others } = this.#records;
    this.#write(others);
  }

  #write(records: Readonly<Record<string, ProcessIdentity>>): void {
    this.#records = records;
    writeFileSync(`${this.#file}.new`, JSON.stringify(records), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }
}

/**
 * Ends what a supervisor that was killed left behind: the processes that it recorded, and on Linux every Node process that works in their folder. Never
 * one that only got a recorded number. They may finish within LEFTOVER_STOP_MS, then they are killed. Answers how many there were. The caller holds the
 * lock on the folder. Throws StartRefused when one stays.
 */
export async function endLeftovers(dataDir: string): Promise<number> {
  const left = [...new Map([...recorded(dataDir), ...strays(dataDir)].map((one) => [one.pid, one])).values()];
  await endAll(left, LEFTOVER_STOP_MS);
  return left.length;
}

async function endAll(processes: readonly ProcessIdentity[], graceMs: number): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const each of processes) if (lives(each)) send(each.pid, signal);
    for (let waitedMs = 0; processes.some(lives) && waitedMs < graceMs; waitedMs += STOP_POLL_MS)
      await sleep(STOP_POLL_MS);
  }
  const staying = processes.filter(lives);
  if (staying.length > 0)
    throw new StartRefused(
      `processes ${staying.map(({ pid }) => pid).join(', ')} of an earlier run do not end; end them and start again`,
    );
}

const lives = (one: ProcessIdentity): boolean => isSameProcess(one, identityOf(one.pid));

function recorded(dataDir: string): readonly ProcessIdentity[] {
  try {
    return Object.values(recordsSchema.parse(JSON.parse(readFileSync(recordsFile(dataDir), 'utf8')))).filter(lives);
  } catch {
    return [];
  }
}

/** A person's shell may stand in the folder too. */
function strays(dataDir: string): readonly ProcessIdentity[] {
  const folder = workFolder(dataDir);
  if (process.platform !== 'linux' || !existsSync(folder)) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && isNodeIn(name, realpathSync(folder)))
    .flatMap((name) => identityOf(Number(name)) ?? []);
}

function isNodeIn(pid: string, folder: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === folder &&
      basename(readlinkSync(`/proc/${pid}/exe`)) === basename(process.execPath)
    );
  } catch {
    return false;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
