import { readFileSync } from 'node:fs';

/** A process that no later one can be taken for: its number is used again, its start time (clock ticks since that boot) is not. */
export type ProcessIdentity = { readonly pid: number; readonly startedTicks: string; readonly bootId: string };

/** Undefined when there is no such process. Where there is no /proc the number alone has to do. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  if (!isAlive(pid)) return undefined;
  return { pid, startedTicks: startedTicksOf(pid), bootId: textOf('/proc/sys/kernel/random/boot_id') };
}

export function isSameProcess(one: ProcessIdentity, other: ProcessIdentity | undefined): boolean {
  return one.pid === other?.pid && one.startedTicks === other.startedTicks && one.bootId === other.bootId;
}

/**
 * Also true of a process of another user. A zombie is dead as soon as its last other thread has ended: until then the ports and files of a process that
 * was killed are still held, though its first thread is a zombie already.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const fields = fieldsAfterName(pid);
  return fields[STATE] !== 'Z' || Number(fields[THREADS]) > 1;
}

/** Places in `fieldsAfterName` (proc(5)). */
const STATE = 0;
const THREADS = 17;
const START_TICKS = 19;

/** Fields of /proc/{pid}/stat from the third on (state); the second may hold spaces and brackets. */
function fieldsAfterName(pid: number): string[] {
  const stat = textOf(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

const startedTicksOf = (pid: number): string => fieldsAfterName(pid)[START_TICKS] ?? '';

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
