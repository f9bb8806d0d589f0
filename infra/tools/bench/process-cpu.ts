import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** CPU time of a process and of its children, those included that have ended; milliseconds, user and system. 0 when it has ended. */
export function treeCpuMs(root: number): number {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      const fields = statOf(pid);
      const [parent, ownUser = 0, ownSystem = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((index) =>
        Number(fields[index]),
      );
      if (fields.length === 0) return 0;
      if (Number(pid) === root) return ownUser + ownSystem + endedUser + endedSystem;
      return parent === root ? ownUser + ownSystem : 0;
    });
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS;
}

/** CPU time of this process, all threads, user and system; milliseconds. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Fields of /proc/{pid}/stat behind the name, beginning with the state; none when the process has ended. */
function statOf(pid: string): readonly string[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
