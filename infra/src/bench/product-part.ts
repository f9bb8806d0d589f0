import { readdirSync, readFileSync } from 'node:fs';
import { readEnvironment } from '../config/config.ts';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import { findPostmaster } from '../embedded-postgres/postmaster.ts';
import { serverFolder } from '../embedded-postgres/folder.ts';
import { startProcess } from '../main/process.ts';
import { Lifeline } from '../main/shutdown.ts';
import { createLogger } from '../telemetry/logger.ts';
import type { AppendCounts } from './bench-part.ts';

/** The embedded profile as `npm start` runs it, on a free port, its appends counted by stream. */
export async function openProduct(dataDir: string): Promise<{ url: string; appends: () => AppendCounts; databaseCpuMs: () => number; end: () => Promise<void> }> {
  const byStream = new Map<string, number>();
  let conflicts = 0;
  const { append } = PostgresEventStore.prototype;
  PostgresEventStore.prototype.append = async function countedAppend(stream, expected, events) {
    const outcome = await append.call(this, stream, expected, events);
    byStream.set(stream, (byStream.get(stream) ?? 0) + 1);
    if (outcome.outcome === 'conflict') conflicts += 1;
    return outcome;
  };
  const environment = readEnvironment({
    ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', DATABASE_URL: '', GLOBAL_API_RATE_LIMIT: '0', CRITICAL_RATE_LIMIT: '0',
    GLOBAL_WEB_RATE_LIMIT: '0', LOG_LEVEL: 'warn',
  });
  const log = createLogger(environment);
  const lifeline = new Lifeline(log);
  const { url } = await startProcess(environment, log, lifeline);
  return {
    url,
    appends: () => ({ byStream, conflicts }),
    databaseCpuMs: () => serverCpuMs(serverFolder(dataDir)),
    end: async () => {
      await lifeline.end();
      process.exit(0);
    },
  };
}

/** The kernel counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** CPU time of the server and its processes, those included that have ended; milliseconds. */
function serverCpuMs(folder: string): number {
  const postmaster = findPostmaster(folder)?.pid;
  if (postmaster === undefined) return 0;
  const ticks = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map((pid) => {
    const fields = statOf(pid);
    const [parent, ownUser = 0, ownSystem = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((index) => Number(fields[index]));
    if (Number(pid) === postmaster) return ownUser + ownSystem + endedUser + endedSystem;
    return parent === postmaster ? ownUser + ownSystem : 0;
  });
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS;
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
