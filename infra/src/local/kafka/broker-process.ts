import { readdirSync, readFileSync, readlinkSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { identityOf, isAlive, isSameProcess } from '../../embedded/data-folder/process-identity.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { STOP_POLL_MS, STOP_TIMEOUT_MS } from '../../adapters/feed/kafka/limits.ts';
import { brokerFolder, processFile } from './folder.ts';
import type { Ports } from './settings.ts';

type BrokerProcess = { readonly pid: number; readonly ports: Ports };

const port = z.int().min(1).max(65_535);
const recordSchema = z.object({
  identity: z.object({ pid: z.int().positive(), startedTicks: z.string(), bootId: z.string() }).nullable(),
  ports: z.object({ broker: port, controller: port }),
});

/** Notes the ports before the broker starts (without a process), and the process once it has. */
export function record(dataDir: string, ports: Ports, pid: number | undefined): void {
  const file = processFile(dataDir);
  writeFileSync(
    `${file}.new`,
    JSON.stringify({ identity: pid === undefined ? null : (identityOf(pid) ?? null), ports }),
    { mode: 0o600 },
  );
  renameSync(`${file}.new`, file);
}

/** The ports that were used last: clients of an earlier run find the broker where it was. */
export const recordedPorts = (dataDir: string): Ports | undefined => read(dataDir)?.ports;

/** The live broker of the folder, whoever started it; never another process that got its number. */
export function findBroker(dataDir: string): BrokerProcess | undefined {
  const found = read(dataDir);
  if (found === undefined || found.identity === null || !isSameProcess(found.identity, identityOf(found.identity.pid)))
    return undefined;
  return { pid: found.identity.pid, ports: found.ports };
}

/** Ends brokers that work in the folder and that no record names: of a run that was killed between start and record. */
export async function endStrays(dataDir: string): Promise<void> {
  for (const pid of processesIn(brokerFolder(dataDir))) await end(pid, 'SIGKILL');
}

/** SIGTERM lets it write what it has; one that takes too long is killed, and recovers at its next start. Throws StartRefused if it stays. */
export async function end(pid: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const identity = identityOf(pid);
  const lives = (): boolean => identity !== undefined && isSameProcess(identity, identityOf(pid));
  for (const each of signal === 'SIGTERM' ? (['SIGTERM', 'SIGKILL'] as const) : (['SIGKILL'] as const)) {
    if (!lives()) return;
    kill(pid, each);
    for (let waitedMs = 0; lives() && waitedMs < STOP_TIMEOUT_MS; waitedMs += STOP_POLL_MS) await sleep(STOP_POLL_MS);
  }
  if (lives())
    throw new StartRefused(`process ${pid}, a Kafka of an earlier run, does not end; end it and start again`);
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function read(dataDir: string): z.infer<typeof recordSchema> | undefined {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(processFile(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

/** A broker works in its folder; so may a person's shell. */
function processesIn(folder: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder) &&
          readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'java' &&
          isAlive(pid)
        );
      } catch {
        return false;
      }
    });
}
