import { readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../data-folder/process-identity.ts';
import { StartRefused } from '../data-folder/start-refused.ts';
import { STOP_POLL_MS, STOP_TIMEOUT_MS } from './limits.ts';

/** What a running server says of itself in `postmaster.pid`. `ready`: it takes connections. */
export type Postmaster = { readonly pid: number; readonly port: number; readonly ready: boolean };

/** The live server of the folder, whoever started it; undefined when none runs, even if it left its pid file. */
export function findPostmaster(folder: string): Postmaster | undefined {
  const [pid, , , port, , , , status] = pidFileLines(folder);
  if (pid === undefined || port === undefined || !runsIn(Number(pid), folder)) return undefined;
  return { pid: Number(pid), port: Number(port), ready: status?.trim() === 'ready' };
}

/**
 * After a crash: ends server processes that outlived their postmaster, then takes the pid file away, whose number may be another process's
 * by now. While one of them lives, the shared memory is in use and nobody may start.
 */
export async function clearAfterCrash(folder: string): Promise<void> {
  if (pidFileLines(folder).length === 0) return;
  const leftOver = processesIn(folder);
  for (const pid of leftOver) signal(pid, 'SIGKILL');
  await untilGone(leftOver, folder);
  rmSync(join(folder, 'postmaster.pid'), { force: true });
}

/** Fast shutdown: sessions end, the log is complete. A server that takes too long is ended at once and recovers at its next start. */
export async function stopPostmaster(pid: number, folder: string): Promise<void> {
  signal(pid, 'SIGINT');
  if (await goneWithin(() => runsIn(pid, folder))) return;
  signal(pid, 'SIGQUIT');
  if (await goneWithin(() => runsIn(pid, folder))) return;
  const remaining = [pid, ...processesIn(folder)];
  for (const each of remaining) signal(each, 'SIGKILL');
  await untilGone(remaining, folder);
}

async function untilGone(pids: readonly number[], folder: string): Promise<void> {
  if (await goneWithin(() => pids.some((pid) => runsIn(pid, folder)))) return;
  throw new StartRefused(
    `processes ${pids.join(', ')} of an earlier run still use ${folder}; end them and start again`,
  );
}

async function goneWithin(lives: () => boolean): Promise<boolean> {
  for (let waitedMs = 0; lives(); waitedMs += STOP_POLL_MS) {
    if (waitedMs >= STOP_TIMEOUT_MS) return false;
    await sleep(STOP_POLL_MS);
  }
  return true;
}

function pidFileLines(folder: string): string[] {
  try {
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Postgres works in its data folder; a number that was used again belongs to a process that works elsewhere. */
function runsIn(pid: number, folder: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false;
  }
}

function processesIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isServer(pid) && runsIn(pid, folder));
}

/** A person's shell may stand in the folder too. */
function isServer(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
